"""Slugs of the rules that stored events of version 3 and before name by number; never changed."""

_FROM_1 = """
crushing_chest_pain chest_pain_with_sweating silent_heart_attack tearing_pain cannot_finish_sentence
blue_or_choking coughing_much_blood leg_clot_to_lung racing_heart_ill fainted stroke_signs sudden_imbalance
worst_headache fever_stiff_neck first_fit newly_confused head_injury_danger cauda_equina cold_limb anaphylaxis
drooling sepsis fever_low_immunity rash_not_fading_fever heat_stroke rigid_belly gut_bleeding aneurysm
bowel_blocked testicle_torsion cannot_urinate diabetes_new low_sugar bleeding_wont_stop fall_or_crash large_burn
limb_deformed animal_bite sudden_sight_loss chemical_in_eye acute_glaucoma temporal_arteritis pregnant_bleeding
ectopic_faint preeclampsia baby_moves_less labour_close after_birth pregnant_chest young_baby_fever floppy_child
child_breathing_hard child_pale_blue no_wet_nappy green_vomit child_limp_fever swallowed_battery_magnet overdose
carbon_monoxide wants_to_die wants_to_harm_others child_unexplained_injury pregnant_under_14 violence_at_home
outbreak_contact rash_contact long_cough_tuberculosis family_diarrhoea measured_values asthma_attack colic
child_bloody_diarrhoea belly_fever leg_swelling_one tetanus spreading_infection black_toe pad_an_hour
unwell_after_choking breathless_at_rest cannot_lie_flat chest_pain_beside coughing_blood face_swelling
swelling_to_neck eye_swollen_fever legs_weaker weak_breathing fever_beside value_or_dose sign_in_doubt
chills_beside infection_low_immunity rash_not_fading joint_hot_fever skin_peeling shingles_near_eye
cannot_stand_after_fall deep_wound trapped_hernia yellow_skin yellow_newborn cannot_keep_water no_urine
eye_pierced long_erection foreskin_stuck missed_dialysis withdrawal hardly_eating knock_lately bleeding_on_thinner
baby_feeding_less ectopic_possible night_sweats_weight_loss redness_spreads joint_hot very_thirsty hopelessness
not_breathing
"""


def slug(number: int) -> str:
    """The rule of that number; "" of 0, which was no rule but a call for a person."""
    return SLUGS[number] if 0 <= number < len(SLUGS) else f"rule_{number}"


SLUGS = ("", *_FROM_1.split())
