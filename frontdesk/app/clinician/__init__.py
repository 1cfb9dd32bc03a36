"""What helps a doctor with the patient in front of them; nothing of it is ever shown to a patient."""
