"""The public files of the datasets, made from any rows in their sources' formats.

What the sources have and the tables do not, such as ids, remarks and rows without a
value, is put in, so that the preparation has something to take out.
"""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterable, Sequence

from cfsql.datasets import DATASETS, Dataset
from cfsql.datasets.dataset import file_name

Rows = Sequence[Sequence[str]]

COMPAS_BEFORE = ["id", "name", "dob", "days_b_screening_arrest", "c_jail_in", "decile"]
COMPAS_AFTER = ["v_decile_score", "in_custody", "out_custody", "priors_count", "end"]
GRADES = {
    "Previous qualification (grade)": 6,
    "Admission grade": 12,
    "Curricular units 1st sem (grade)": 25,
    "Curricular units 2nd sem (grade)": 31,
}


def public_file(dataset: Dataset, rows: Rows) -> bytes:
    """The file at the first address of a dataset, from which these rows are made."""
    return PUBLISHERS[dataset.name](rows)


def invented(dataset: Dataset, n_rows: int = 12) -> list[list[str]]:
    """Rows of no real table: three values for each feature, two for the label."""
    return [
        [f"{chr(97 + (row * (column + 1)) % 3)}{column}" for column in range(width)]
        + [f"class {row % 2}"]
        for width in [len(dataset.features)]
        for row in range(n_rows)
    ]


def zipped(**members: bytes) -> bytes:
    """A zip file with these members."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, member in members.items():
            # Without the time of day: the same members make the same bytes.
            archive.writestr(zipfile.ZipInfo(name), member, zipfile.ZIP_DEFLATED)
    return content.getvalue()


def delimited(
    rows: Iterable[Sequence[str]], *, delimiter: str = ",", quoted: bool = False
) -> bytes:
    """Rows as text, with quotes around all values or only where needed."""
    text = io.StringIO(newline="")
    writer = csv.writer(
        text,
        delimiter=delimiter,
        quoting=csv.QUOTE_ALL if quoted else csv.QUOTE_MINIMAL,
        lineterminator="\n",
    )
    writer.writerows(rows)
    return text.getvalue().encode()


def adult(rows: Rows) -> bytes:
    cut = 32561 if len(rows) > 32561 else len(rows) * 2 // 3
    train = "".join(f"{', '.join(row)}\n" for row in rows[:cut])
    test = "".join(f"{', '.join(row)}.\n" for row in rows[cut:])
    remark = "|1x3 Cross validator\n"
    return zipped(
        **{
            "Index": b"Index of adult\n",
            "adult.data": f"{train}\n".encode(),
            "adult.test": f"{remark}{test}\n".encode(),
        }
    )


def bach(rows: Rows) -> bytes:
    lines = [f"00010{n % 9}b_,{n}, {', '.join(row)}\n" for n, row in enumerate(rows)]
    return zipped(**{"jsbach_chorals_harmony.data": "".join(lines).encode()})


def cars(rows: Rows) -> bytes:
    return zipped(**{"car.names": b"1. Title: cars", "car.data": delimited(rows)})


def chess(rows: Rows) -> bytes:
    return zipped(**{"krkopt.info": b"chess", "krkopt.data": delimited(rows)})


def contraception(rows: Rows) -> bytes:
    return zipped(**{"cmc.data": delimited(rows), "cmc.names": b"1. Title: cmc"})


def compas(rows: Rows) -> bytes:
    features = list(DATASETS["compas"].features)
    header = [*COMPAS_BEFORE, *features, "score_text", *COMPAS_AFTER]
    before, after = ["1", "x", "1990-01-01", "", "", "5"], ["5", "d", "d", "0", "9"]
    lines = [[*before, *row, *after] for row in rows]
    charge, score = (header.index(each) for each in ("c_charge_desc", "score_text"))
    lacking = [list(lines[0]) for _ in range(4)]
    lacking[0][charge] = ""
    lacking[1][score] = "N/A"
    lacking[2][header.index("in_custody")] = ""
    lacking[3][header.index("out_custody")] = ""
    return delimited([header, lacking[0], *lines[:2], *lacking[1:], *lines[2:]])


def loan(rows: Rows) -> bytes:
    features = list(DATASETS["loan"].features)
    header = ["bank_id", *features[:4], "emp_title", "loan_status", *features[4:]]
    lines = [
        ["7", *row[:4], "Caf\xe9", row[-1], *(f" {value}" for value in row[4:-1])]
        for row in rows
    ]
    padded = [[*line, "", ""] for line in [header, *lines]]
    text = delimited(padded).decode().encode("latin-1")
    return zipped(
        **{"__MACOSX/._financial_loan.csv": b"junk", "financial_loan.csv": text}
    )


def bank(full: Rows, small: Rows) -> bytes:
    """The zip of UCI, which holds another; both tables come from it."""
    header = [*DATASETS["portugal_bank"].features, "y"]
    inner = zipped(
        **{
            "bank-full.csv": delimited([header, *full], delimiter=";", quoted=True),
            "bank.csv": delimited([header, *small], delimiter=";", quoted=True),
        }
    )
    return zipped(**{"bank-additional.zip": zipped(x=b""), "bank.zip": inner})


def marketing(rows: Rows) -> bytes:
    duration = DATASETS["portugal_bank"].features.index("duration")
    full = [[*row[:duration], "99", *row[duration:]] for row in rows]
    unknown = list(full[0])
    unknown[8] = "unknown"
    return bank([unknown, *full[:3], unknown, *full[3:]], [])


def portugal_bank(rows: Rows) -> bytes:
    return bank([], rows)


def mushrooms(rows: Rows) -> bytes:
    remarks = "From the guide,\n\nedible or poisonous\n"
    lines = delimited([[row[-1], *row[:-1]] for row in rows]).decode()
    text = f"{remarks}{lines}\n".encode()
    return zipped(**{"agaricus-lepiota.data": b"e,x", "expanded.Z": compressed(text)})


def phishing(rows: Rows) -> bytes:
    header = "@relation phishing\n\n" + "".join(
        f"@attribute {name}  {{ -1,1 }}\n" for name in DATASETS["phishing"].columns
    )
    text = f"{header}\n@data\n".encode() + delimited(rows)
    return zipped(**{".old.arff": b"@data\n", "Training Dataset.arff": text})


def retention(rows: Rows) -> bytes:
    header = list(DATASETS["retention"].columns)
    lines = [list(row) for row in rows]
    for name, position in GRADES.items():
        header.insert(position, name)
        for line in lines:
            line.insert(position, "12.5")
    header[4] += "\t"
    text = b"\xef\xbb\xbf" + delimited([header, *lines], delimiter=";")
    return zipped(**{"data.csv": text.replace(b"\n", b"\r\n")})


PUBLISHERS = {
    "adult": adult,
    "bach": bach,
    "cars": cars,
    "chess": chess,
    "compas": compas,
    "contraception": contraception,
    "loan": loan,
    "marketing": marketing,
    "mushrooms": mushrooms,
    "phishing": phishing,
    "portugal_bank": portugal_bank,
    "retention": retention,
}


def address(dataset: Dataset) -> str:
    """Where a server has the file, as seen from its root."""
    return f"/{file_name(dataset.source.urls[0])}"


def compressed(content: bytes, *, clear_every: int = 50_000) -> bytes:
    """What the Unix command `compress` makes of it, forgetting its words at times."""
    packed = bytearray(b"\x1f\x9d\x90")
    width, codes = 9, list[int]()
    singles = {bytes([byte]): byte for byte in range(256)}
    words, word = dict(singles), b""

    def flush(*, pad: bool) -> None:
        bits = sum(code << (width * at) for at, code in enumerate(codes))
        n_bytes = width if pad and codes else -(-len(codes) * width // 8)
        packed.extend(bits.to_bytes(n_bytes, "little"))
        codes.clear()

    def put(code: int) -> None:
        codes.append(code)
        if len(codes) == 8:
            flush(pad=True)

    for position, byte in enumerate(content, start=1):
        longer = word + bytes([byte])
        if longer in words:
            word = longer
            continue
        put(words[word])
        # 256 is no word but the sign to forget them.
        free = len(words) + 1
        if free == 1 << width and width < 16:
            flush(pad=True)
            width += 1
        if free < 1 << 16:
            words[longer] = free
        word = bytes([byte])
        if position % clear_every == 0:
            put(256)
            flush(pad=True)
            width, words = 9, dict(singles)
    if word:
        put(words[word])
    flush(pad=False)
    return bytes(packed)
