"""`manage.py`: what it does before and after Django's commands."""

from tests import fresh_process


def test_ctrl_c_ends_a_command_without_a_traceback(tmp_path):
    command = ("shell", "--verbosity", "0", "--command", "raise KeyboardInterrupt")
    done = fresh_process.manage(*command, ENV_FILE="/dev/null", DATA_DIR=str(tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
