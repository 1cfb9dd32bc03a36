"""The sections of an outpatient record as other systems name them."""

from his_adapter.operation import Column

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
