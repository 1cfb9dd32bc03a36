"""How well the kiosk hears: patients' sentences spoken by natural voices, and noises that must give no words."""
