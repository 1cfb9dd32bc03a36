"""How sure triage has to be before the nurse acts on it: the thresholds that decide, in one place.

Measured on 289 one-line complaints that nobody here wrote (share right, share right of the first two):
0.8 and more: 0.77, 0.80; 0.6 to 0.8: 0.66, 0.75; 0.45 to 0.6: 0.51, 0.79; 0.15 to 0.45: 0.36, 0.60.
"""

# A department is named without asking on for it: beyond this the second candidate adds little.
SURE = 0.6
# Below, findings that tell the candidates apart are asked about: of vague first words
# (frontdesk/evaluation/separating) at 0.6 to 0.8 less than a half are right, above it two of three.
SETTLED = 0.8
# Two candidates whose chances lie closer than this are offered to choose from.
APART = 0.1
# Below, the first candidate is right in one of three: the general practitioner looks first.
GUESSED = 0.3
# Below, not even two hold the right one often enough: a nurse decides.
LOST = 0.15
# A department is offered in the place of one that was refused from here on.
LIKELY = 0.05
