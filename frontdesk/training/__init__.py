"""Making a reception nurse: simulated conversations after SFMSS (PIORS, section 3), and fine-tuning on them."""
