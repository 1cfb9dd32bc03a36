"""Conditions that several rules combine."""

from frontdesk.models.red_flags.conditions import Has, any_of

CHEST = any_of("chest_pain", "chest_pressure")
CHEST_ANY = CHEST | Has("chest_tightness")
BREATHLESS = any_of("breathlessness", "cannot_finish_sentence", "breathless_at_rest", "cannot_lie_flat")
FEVER = any_of("temperature_38", "fever", "fever_chills", "fever_shaking", "shaking_chills")
DROWSY = any_of("confusion", "confused_drowsy", "hard_to_wake", "drowsiness")
FAINT = any_of("fainting", "faint", "feeling_faint", "near_faint", "faint_on_effort")
BELLY = any_of("abdominal_pain", "lower_abdominal_pain", "right_lower_pain", "right_upper_pain", "stomach_pain")
SWOLLEN_FACE = any_of("swollen_face", "face_swelling", "swollen_lips", "lips_face_swelling")
PREGNANT = any_of(
    *("pregnant", "pregnancy_known", "pregnancy_test_positive"),
    *("gestational_diabetes", "pregnancy_hypertension", "preeclampsia", "eclampsia"),
)
MAYBE_PREGNANT = any_of("missed_period", "may_be_pregnant")
WITH_CHILD = PREGNANT | Has("after_birth")
DIABETIC = any_of("diabetes", "diabetic_retinopathy", "diabetic_kidney", "ketoacidosis")
LOW_IMMUNITY = any_of(
    *("chemotherapy", "low_immunity", "leukaemia", "lymphoma", "myeloma", "neutropenia", "aplastic_anaemia", "hiv"),
    *("marrow_transplant", "kidney_transplant", "liver_transplant", "heart_transplant", "lung_transplant"),
    "spleen_removed",
)
CHILD = any_of("under_three_months", "under_16")
SUDDEN, SEVERE, LASTING = Has("sudden"), Has("severe"), Has("for_three_months")
