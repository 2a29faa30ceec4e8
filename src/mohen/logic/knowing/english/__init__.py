"""Reading what is said in English."""
