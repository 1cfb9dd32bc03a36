"""A hospital's system that takes HL7 v2.5.1 messages over MLLP, or sends its own."""
