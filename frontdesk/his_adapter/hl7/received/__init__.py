"""A local index of what a hospital's HL7 v2 feed tells: registrations and bookings, kept as they come."""
