"""What an open memory offers, one noun a file. A door asks its flow and holds no logic."""
