"""Tables as they are loaded and stored, and what is known of them."""
