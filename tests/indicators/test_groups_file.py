import pytest

from indicators import groups_file
from tests.indicators.conftest import HEAD, row_text


def mistakes(path) -> list[tuple[int, str]]:
    _, found = groups_file.read(path, ("ECB", "FRED", "BIS"))
    return [(mistake.number, mistake.sentence) for mistake in found]


def test_read_finds_nothing_wrong_with_a_good_file(registry_file):
    assert mistakes(registry_file(row_text())) == []


@pytest.mark.parametrize(
    ("changes", "number", "sentence"),
    [
        ({"colour": '"red"'}, 2, "the key 'colour' is unknown"),
        ({"note": '{ en = "A", it = "B", fr = "C" }'}, 2, "the key 'note.fr' is unknown"),
        ({"unit": ""}, 3, "unit is missing"),
        ({"unit": '"furlong"'}, 3, "unit cannot be 'furlong'"),
        ({"decimals": "9"}, 3, "decimals cannot be 9"),
        ({"max_age_days": '"soon"'}, 3, "max_age_days cannot be 'soon'"),
        ({"frequency": '"H"'}, 3, "frequency cannot be 'H'"),
        ({"region": '"MOON"'}, 3, "region cannot be 'MOON'"),
        ({"source_url": '"example.org"'}, 3, "source_url cannot be 'example.org'"),
        ({"factor": "2.0"}, 3, "factor has no meaning for the transform level"),
        ({"fallback": '"FRED:DGS10"'}, 3, "fallback_url is missing"),
        ({"form": ""}, 3, "form is missing"),
        ({"form": '"neuter"'}, 3, "form cannot be 'neuter'"),
        ({"measure": ""}, 3, "measure is missing"),
        ({"measure": '"percent"'}, 3, "measure cannot be percent for the unit %"),
        ({"better": '"more"'}, 3, "better cannot be 'more'"),
        ({"round": "0.0"}, 3, "round cannot be 0.0"),
        ({"target": '{ level = 2.0, en = "the target" }'}, 4, "target has no Italian text"),
        ({"target": '{ en = "the target", it = "l’obiettivo" }'}, 3, "target.level is missing"),
        ({"label": '{ en = "A" }'}, 4, "label has no Italian text"),
        ({"label": '{ it = "A" }'}, 4, "label has no English text"),
        ({"note": '{ en = "A", it = " " }'}, 4, "note has no Italian text"),
        ({"limits": ""}, 5, "limits is blank"),
        ({"limits": '{ en = " ", it = "B" }'}, 5, "limits is blank"),
        ({"transform": '"ewma"'}, 7, "the transform 'ewma' is unknown"),
        ({"transform": '"spread"'}, 8, "symbols holds 1, but the transform spread takes 2"),
        ({"symbol": "", "symbols": '["ECB:A", "ECB:B"]'}, 8, "symbols holds 2, but the transform level takes 1"),
        ({"fallback": '["FRED:A", "FRED:B"]', "fallback_url": '"https://example.org"'}, 8,
         "fallback holds 2, but the transform level takes 1"),
        ({"frequencies": '["D", "D"]'}, 8, "frequencies does not have one letter for each symbol"),
        ({"symbol": '"NOPE:DGS10"'}, 9, "no source has the prefix 'NOPE' of NOPE:DGS10"),
        ({"symbol": '"DGS10"'}, 9, "the symbol 'DGS10' is not PREFIX:identifier"),
        ({"symbol": '"ECB:two words"'}, 9, "the symbol 'ECB:two words' is not PREFIX:identifier"),
        ({"symbol": '"BIS:WS_SPP"'}, 9, "nothing is said about the source BIS"),
        ({"symbol": f'"ECB:{"x" * 125}"'}, 10, f"the symbol ECB:{'x' * 36}… has 129 characters, more than 128"),
    ],
)  # fmt: skip
def test_read_names_file_group_and_row(registry_file, changes, number, sentence):
    found = mistakes(registry_file(row_text(**changes)))
    assert found == [(number, f"groups.toml, group bonds, row AAA: {sentence}.")]


def test_read_accepts_a_symbol_of_128_characters(registry_file):
    assert mistakes(registry_file(row_text(series=f"ECB:{'x' * 124}"))) == []


def test_read_names_a_row_without_a_code_by_its_number(registry_file):
    found = mistakes(registry_file(row_text(), row_text(code="")))
    assert found == [(3, "groups.toml, group bonds, row number 2: code cannot be ''.")]


def test_read_refuses_a_code_used_twice(registry_file):
    again = HEAD.partition("[[groups]]")[2].replace("bonds", "more")
    path = registry_file(row_text(), f"[[groups]]{again}", row_text())
    assert mistakes(path) == [
        (6, "groups.toml, group bonds and group more, row AAA: the name is used 2 times.")
    ]


def test_read_refuses_a_group_used_twice(registry_file):
    again = HEAD.partition("[[groups]]")[2]
    path = registry_file(row_text(), f"[[groups]]{again}", row_text("BBB"))
    assert mistakes(path) == [(6, "groups.toml, group bonds: the name is used 2 times.")]


def test_read_refuses_a_group_without_rows(registry_file):
    assert mistakes(registry_file()) == [(3, "groups.toml, group bonds: there is no row.")]


def test_read_refuses_a_file_without_groups(registry_file):
    assert mistakes(registry_file(head="")) == [(3, "groups.toml: there is no group.")]


def test_read_refuses_an_unknown_table(registry_file):
    assert mistakes(registry_file(row_text(), head=f"[colours]\n{HEAD}")) == [
        (2, "groups.toml: the key 'colours' is unknown.")
    ]


def test_read_names_a_source_that_lacks_its_licence(registry_file):
    head = HEAD.replace('licence = { en = "Free", it = "Libero" }\n', "")
    found = mistakes(registry_file(row_text("BBB", "FRED:X"), head=head))
    assert found == [(3, "groups.toml, source ECB: licence is missing.")]


def test_read_names_the_line_that_is_no_toml(registry_file):
    found = mistakes(registry_file(head="[sources\n"))
    assert [number for number, _ in found] == [1]
    assert found[0][1].startswith("groups.toml cannot be read: Expected ']'")


def test_read_says_that_the_file_is_missing(tmp_path):
    assert [number for number, _ in mistakes(tmp_path / "groups.toml")] == [1]


def test_read_reports_every_mistake_at_once(registry_file):
    path = registry_file(row_text(unit='"x"', transform='"y"'), row_text("BBB", limits=""))
    assert [number for number, _ in mistakes(path)] == [7, 3, 5]
