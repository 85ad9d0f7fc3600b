"""Tests of the native kernel at its border."""
