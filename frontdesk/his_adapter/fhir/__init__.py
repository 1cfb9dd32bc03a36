"""A hospital's system that speaks FHIR R4."""
