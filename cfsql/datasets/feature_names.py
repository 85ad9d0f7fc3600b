"""The features of the paper's tables, in the order of their files."""

from __future__ import annotations


def _names(text: str) -> tuple[str, ...]:
    return tuple(" ".join(name.split()) for name in text.split(","))


ADULT = _names(
    """age, workclass, fnlwgt, education, education-num, marital-status, occupation,
    relationship, race, sex, capital-gain, capital-loss, hours-per-week,
    native-country"""
)
BACH = _names(
    "PC1, PC2, PC3, PC4, PC5, PC6, PC7, PC8, PC9, PC10, PC11, PC12, Bass, Meter"
)
CARS = _names("buying, maint, doors, persons, lug_boot, safety")
CHESS = _names(
    """white_king_file, white_king_rank, white_rook_file, white_rook_rank,
    black_king_file, black_king_rank"""
)
COMPAS = _names(
    """sex, age, age_cat, race, juv_fel_count, juv_misd_count, juv_other_count,
    priors_count, c_charge_degree, c_charge_desc, is_recid, is_violent_recid, event,
    two_year_recid"""
)
CONTRACEPTION = _names(
    """wife_age, wife_education, husband_education, num_children, wife_religion,
    wife_working, husband_occupation, standard_of_living, media_exposure"""
)
LOAN = _names(
    """address_state, emp_length, grade, home_ownership, purpose, sub_grade, term,
    verification_status, annual_income, dti, installment, int_rate, loan_amount,
    total_acc"""
)
BANK = _names(
    """age, job, marital, education, default, balance, housing, loan, contact, day,
    month, duration, campaign, pdays, previous, poutcome"""
)
MUSHROOMS = _names(
    """cap-shape, cap-surface, cap-color, bruises, odor, gill-attachment,
    gill-spacing, gill-size, gill-color, stalk-shape, stalk-root,
    stalk-surface-above-ring, stalk-surface-below-ring, stalk-color-above-ring,
    stalk-color-below-ring, veil-type, veil-color, ring-number, ring-type,
    spore-print-color, population, habitat"""
)
PHISHING = _names(
    """having_IP_Address, URL_Length, Shortining_Service, having_At_Symbol,
    double_slash_redirecting, Prefix_Suffix, having_Sub_Domain, SSLfinal_State,
    Domain_registeration_length, Favicon, port, HTTPS_token, Request_URL,
    URL_of_Anchor, Links_in_tags, SFH, Submitting_to_email, Abnormal_URL, Redirect,
    on_mouseover, RightClick, popUpWidnow, Iframe, age_of_domain, DNSRecord,
    web_traffic, Page_Rank, Google_Index, Links_pointing_to_page,
    Statistical_report"""
)
RETENTION = _names(
    """Marital status, Application mode, Application order, Course,
    Daytime/evening attendance, Previous qualification, Nacionality,
    Mother's qualification, Father's qualification, Mother's occupation,
    Father's occupation, Displaced, Educational special needs, Debtor,
    Tuition fees up to date, Gender, Scholarship holder, Age at enrollment,
    International, Curricular units 1st sem (credited),
    Curricular units 1st sem (enrolled), Curricular units 1st sem (evaluations),
    Curricular units 1st sem (approved),
    Curricular units 1st sem (without evaluations),
    Curricular units 2nd sem (credited), Curricular units 2nd sem (enrolled),
    Curricular units 2nd sem (evaluations), Curricular units 2nd sem (approved),
    Curricular units 2nd sem (without evaluations), Unemployment rate,
    Inflation rate, GDP"""
)
