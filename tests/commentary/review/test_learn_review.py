"""`manage.py learn_review`, the old name: it hands over to the evaluation, which lies in the repository alone."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

MAIN = """
import pathlib, sys
pathlib.Path("asked").write_text(" ".join(sys.argv[1:]))
sys.exit({code})
"""


def evaluation(folder: Path, code: int) -> None:
    (folder / "evaluation").mkdir()
    (folder / "evaluation/__main__.py").write_text(MAIN.format(code=code), encoding="utf-8")


def test_it_says_the_new_name_and_trains(settings, tmp_path):
    settings.BASE_DIR = tmp_path
    evaluation(tmp_path, 0)
    err = StringIO()
    call_command("learn_review", stderr=err)
    assert "python -m evaluation review --train" in err.getvalue()
    assert (tmp_path / "asked").read_text(encoding="utf-8") == "review --train"


def test_a_training_that_fails_is_an_error(settings, tmp_path):
    settings.BASE_DIR = tmp_path
    evaluation(tmp_path, 3)
    with pytest.raises(CommandError, match="The training failed"):
        call_command("learn_review", stderr=StringIO())


def test_without_the_repository_it_says_where_to_train(settings, tmp_path):
    settings.BASE_DIR = tmp_path
    with pytest.raises(CommandError, match="train in a checkout"):
        call_command("learn_review", stderr=StringIO())
