"""The pages of the explorer, one module a page."""
