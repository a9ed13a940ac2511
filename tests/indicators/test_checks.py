from indicators.checks import check_groups
from tests.indicators.conftest import row_text


def test_check_groups_finds_the_project_s_file_right():
    assert check_groups(None) == []


def test_check_groups_gives_an_error_a_mistake(registry_file):
    path = registry_file(row_text(transform='"ewma"'), row_text("BBB", limits=""))
    assert [(error.id, error.msg, error.is_serious()) for error in check_groups(None, path=path)] == [
        ("indicators.E007", "groups.toml, group bonds, row AAA: the transform 'ewma' is unknown.", True),
        ("indicators.E005", "groups.toml, group bonds, row BBB: limits is blank.", True),
    ]


def test_check_groups_says_what_to_do(registry_file):
    [error] = check_groups(None, path=registry_file(row_text(transform='"ewma"')))
    assert error.hint == "Known are level, yoy, spread, ratio."
