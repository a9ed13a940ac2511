"""Reduces stored payloads to the fields in `billing.payloads`; not reversible."""

from collections.abc import Iterator

from django.db import migrations, transaction

from billing import payloads
from billing.events import ProcessorEvent, Malformed
from billing.models import Processor
from billing.processors import polar, stripe

BATCH = 500
LEDGERS = (("BillingEvent", Processor.PRIMARY), ("Billing2Event", Processor.SECONDARY))


def reduce(apps, schema_editor) -> None:
    """Runs in batches, each in its own transaction, so that no table is locked for long."""
    readers = apps.get_model("accounts", "User").objects.using(schema_editor.connection.alias)
    for name, processor in LEDGERS:
        rows = apps.get_model("billing", name).objects.using(schema_editor.connection.alias)
        for batch in _batches(rows):
            with transaction.atomic(schema_editor.connection.alias):
                for row in batch:
                    row.user_id = row.user_id or _reader(readers, processor, row)
                    row.payload = payloads.reduced(processor, row.payload.encode()) if row.user_id else ""
                    row.payload_cut = row.payload_cut and bool(row.payload)
                rows.bulk_update(batch, ["payload", "payload_cut", "user"])


def _batches(rows) -> Iterator[list]:
    last = 0
    while batch := list(rows.exclude(payload="").filter(pk__gt=last).order_by("pk")[:BATCH]):
        yield batch
        last = batch[-1].pk


def _reader(readers, processor, row) -> int | None:
    """The reader of an unprocessed delivery: reduced without a reader, its payload could not be replayed."""
    if row.processed_at is not None or (event := _event(processor, row)) is None:
        return None
    ids = [int(found) for found in (*event.references, event.metadata_user) if found.isdigit()]
    column = "billing_customer_id" if processor is Processor.PRIMARY else "billing2_customer_id"
    named = {"pk__in": ids, column: event.customer_id, "email": event.email}
    for field, value in named.items():
        if value and (found := readers.filter(**{field: value}).values_list("pk", flat=True).first()):
            return found
    return None


def _event(processor, row) -> ProcessorEvent | None:
    raw = row.payload.encode()
    try:
        return stripe.parse(raw) if processor is Processor.PRIMARY else polar.parse(raw, row.event_id)
    except Malformed:
        return None


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("billing", "0001_initial")]

    operations = [migrations.RunPython(reduce, migrations.RunPython.noop)]
