"""Reading what is said in Chinese."""
