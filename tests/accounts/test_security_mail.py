"""Messages to a reader when the second step changes."""

import pytest
from django.core import mail

from accounts.passkeys import messages
from tests.accounts.readers import reader

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("added", "stata aggiunta una passkey"),
        ("removed", "stata rimossa una passkey"),
        ("on", "chiede una passkey dopo il codice"),
        ("off", "non chiede più una passkey"),
        ("refused", "potrebbe essere stata copiata"),
        ("link", "link monouso del gestore"),
    ],
)
def test_each_change_has_its_words(what, said):
    assert messages.send(reader(lang="it").pk, what) == "sent"
    message = mail.outbox[0]
    assert message.subject == "È cambiata la sicurezza del tuo account Market Briefing"
    for part in (message.body, message.alternatives[0].content):
        assert said in " ".join(part.split())


def test_deleted_reader_gets_no_mail():
    assert messages.send(999, "added") == "no longer wanted"
    assert mail.outbox == []
