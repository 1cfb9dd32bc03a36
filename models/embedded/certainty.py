"""How sure triage has to be before the nurse acts on it: the thresholds that decide, in one place."""

# A department is named without asking on for it. Shares of right answers are measured with evaluation/triage.py.
SURE = 0.6
# When nothing worth asking is left: named from here on; below, the two likeliest are offered.
CLOSE = 0.45
# Below, a nurse decides.
LOST = 0.15
# Words that no list knows are taken for a complaint from here on; after a second try, from the lower one.
SOUNDS_ILL = 0.35
PERHAPS_ILL = 0.2
# Bits a question about the department has to be expected to tell.
WORTH_ASKING = 0.04
