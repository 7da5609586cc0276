"""Somali Pirates."""
