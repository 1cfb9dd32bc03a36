"""How sure triage has to be before the nurse acts on it: the thresholds that decide, in one place.

Measured on 289 one-line complaints that nobody here wrote (share right, share right of the first two):
0.8 and more: 0.77, 0.80; 0.6 to 0.8: 0.66, 0.75; 0.45 to 0.6: 0.51, 0.79; 0.15 to 0.45: 0.36, 0.60.
"""

# A department is named without asking on for it: beyond this the second candidate adds little.
SURE = 0.6
# When nothing worth asking is left: named from here on; below, the two likeliest are offered, far oftener right.
CLOSE = 0.5
# Below, not even two hold the right one often enough: a nurse decides.
LOST = 0.15
# A department the patient asks for by name is theirs from here on.
SENSIBLE = 0.03
# Words that no list knows are taken for a complaint from here on; when they are said again, from the lower one.
SOUNDS_ILL = 0.35
PERHAPS_ILL = 0.2
# How like a complaint words are by the everyday reader: surely one, and surely none, whatever triage makes of them.
LIKE_A_COMPLAINT = 0.9
LIKE_NONE = 0.5
# Bits a question about the department has to be expected to tell.
WORTH_ASKING = 0.04
