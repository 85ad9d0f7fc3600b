"""Scripts that write the documents' pictures and generated pages."""
