"""The agents' door: a read-only server of the Model Context Protocol, on stdio."""
