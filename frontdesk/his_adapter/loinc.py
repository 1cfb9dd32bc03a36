"""The sections of an outpatient record, vital signs and units as other systems name them."""

from frontdesk.his_adapter.operation import Column
from frontdesk.models.specialists.labs_vitals.told import DIASTOLIC, PRESSURE, SYSTOLIC, TEMPERATURE

SECTIONS = {
    Column.CHIEF_COMPLAINT: ("10154-3", "Chief complaint"),
    Column.PRESENT_ILLNESS_HISTORY: ("10164-2", "History of present illness"),
    Column.PAST_HISTORY: ("11348-0", "History of past illness"),
    Column.DRUG_ALLERGY_HISTORY: ("48765-2", "Allergies and adverse reactions"),
    Column.PHYSICAL_EXAMINATION: ("29545-1", "Physical findings"),
    Column.AUXILIARY_EXAMINATION: ("30954-2", "Relevant diagnostic tests"),
    Column.PRELIMINARY_DIAGNOSIS: ("51848-0", "Assessment"),
    Column.TREATMENT_OPINION: ("18776-5", "Plan of care"),
    Column.NOTES: ("48767-8", "Annotation comment"),
}

VITAL_SIGNS = {  # LOINC, as in FHIR's vital signs
    PRESSURE: ("85354-9", "Blood pressure panel with all children optional"),
    SYSTOLIC: ("8480-6", "Systolic blood pressure"),
    DIASTOLIC: ("8462-4", "Diastolic blood pressure"),
    "heart rate": ("8867-4", "Heart rate"),
    "respiratory rate": ("9279-1", "Respiratory rate"),
    "oxygen saturation": ("2708-6", "Oxygen saturation in Arterial blood"),
    TEMPERATURE: ("8310-5", "Body temperature"),
    "body weight": ("29463-7", "Body weight"),
    "body height": ("8302-2", "Body height"),
}
UCUM = {
    "°C": "Cel", "°F": "[degF]", "mmHg": "mm[Hg]", "kPa": "kPa", "/min": "/min", "%": "%", "kg": "kg", "lb": "[lb_av]",
    "cm": "cm", "mmol/L": "mmol/L", "µmol/L": "umol/L", "mg/dL": "mg/dL", "g/dL": "g/dL", "g/L": "g/L",
}  # fmt: skip
