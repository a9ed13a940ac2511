"""Fills each account's normalised address, by which accounts are found from now on.

An uncertain address is reported, never guessed: then nothing is changed and the migration stops.
"""

from collections import defaultdict

from django.core.management import CommandError
from django.db import migrations, models

from briefing.core.addresses import EmailAddress, AddressError, normalise

HINT = (
    "Nothing was changed. Find out whose each account is (manage.py dbshell: SELECT id, email, is_staff, date_joined"
    " FROM accounts_user WHERE id IN (…)). Give it the address that its reader confirms (UPDATE accounts_user SET"
    " email = '…' WHERE id = …), or delete it with manage.py delete_user of the version before; then migrate again."
)


def certain(email: str) -> EmailAddress:
    """The normalised address; AddressError when messages to the account went to another mailbox.

    Messages were addressed with Python's codec, which is IDNA 2003: it maps `straße` to `strasse`. The reader of such
    an account proved to own that domain, and the normalised form would give the account to the owner of the other.
    """
    address = normalise(email)
    domain = email.rpartition("@")[2]
    try:
        reached = domain if domain.isascii() else domain.encode("idna").decode("ascii")
    except UnicodeError:
        raise AddressError("no message ever reached it") from None
    if reached.lower() != address.mail.rpartition("@")[2]:
        raise AddressError("messages went to another domain")
    return address


def fill_accounts(User):
    """Fills the column for every account; CommandError names the accounts that are uncertain."""
    found, impossible = defaultdict(list), []
    for pk, email in User.objects.order_by("pk").values_list("pk", "email"):
        try:
            address = certain(email)
        except AddressError:
            impossible.append(pk)
        else:
            found[address.key].append((pk, address))
    refuse_uncertain(impossible, [[pk for pk, _ in same] for same in found.values() if len(same) > 1])
    for ((pk, address),) in found.values():
        User.objects.filter(pk=pk).update(email=address.mail, normalised_email=address.key)


def refuse_uncertain(impossible, collisions):
    told = [f"Readers {', '.join(map(str, same))} have one and the same address." for same in collisions]
    if impossible:
        told.append(
            f"The address of reader {', '.join(map(str, impossible))} has no certain normal form: letters with accents"
            " before the @, or a domain that is none or that two standards read differently."
        )
    if told:  # ids only: this text ends in logs
        raise CommandError(" ".join([*told, HINT]))


def fill(apps, schema_editor):
    fill_accounts(apps.get_model("accounts", "User"))
    Challenge = apps.get_model("accounts", "SignInChallenge")
    for row in Challenge.objects.all():
        try:
            row.normalised_email = normalise(row.email).key
        except AddressError:
            row.delete()  # codes are valid for ten minutes; the reader requests a new one
        else:
            row.save(update_fields=["normalised_email"])


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_feed_link")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="normalised_email",
            field=models.CharField(max_length=254, null=True, editable=False),
        ),
        migrations.AddField(
            model_name="signinchallenge",
            name="known_browser",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="signinchallenge",
            name="normalised_email",
            field=models.CharField(max_length=254, default=""),
            preserve_default=False,
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="user",
            name="normalised_email",
            field=models.CharField(max_length=254, unique=True, editable=False),
        ),
        migrations.AlterField(
            model_name="signinchallenge",
            name="normalised_email",
            field=models.CharField(max_length=254, db_index=True),
        ),
        migrations.RemoveConstraint(model_name="user", name="user_email_any_case"),
    ]
