"""What cfsql is compared with; each module needs what only the benchmarks install."""
