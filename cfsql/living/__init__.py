"""Tables that change: rows come and go, and everything stored of them follows."""
