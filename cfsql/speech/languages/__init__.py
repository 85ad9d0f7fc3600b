"""The languages that cfsql speaks, a file each."""
