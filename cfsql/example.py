"""The running example of the paper: eight people, scored by their risk."""

from __future__ import annotations

NAME = "recidivism"
LABEL = "score"
CSV = """\
sex,age,race,degree,recid,score
male,<25,Caucasian,M,No,Med
female,<25,African,M,No,Low
male,>45,African,F,Yes,High
female,<25,Asian,F,No,Med
female,25-45,Hispanic,F,No,Med
female,<25,Caucasian,F,No,Med
female,>45,Caucasian,M,No,Low
male,>45,African,M,Yes,High
"""
