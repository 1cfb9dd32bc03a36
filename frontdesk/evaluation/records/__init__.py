"""Fictional outpatient records: those a nurse is made with, and those she is measured on."""
