"""How much of a spoilt summary its review puts right, after Table 1 of the DERA paper (Nair et al. 2023).

Talks and what is told in them are data (`frontdesk/evaluation/cases/corruption/`), written from the talks alone.
Summaries of the facts are spoilt by code of its own, or were written wrong by hand; a reviewer sees talk and summary
alone.
"""
