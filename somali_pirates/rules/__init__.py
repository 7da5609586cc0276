"""The rules of Somali Pirates, chapter by chapter."""
