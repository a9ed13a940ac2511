"""Matches an event to a reader (decision 8.5)."""

from accounts.models import User
from billing.events import ProcessorEvent
from billing.models import Processor, Subscription

CUSTOMER_COLUMN = {Processor.PRIMARY: "billing_customer_id", Processor.SECONDARY: "billing2_customer_id"}
SUBSCRIPTION_COLUMN = {
    Processor.PRIMARY: "billing_subscription_id",
    Processor.SECONDARY: "billing2_subscription_id",
}


def reader_of(event: ProcessorEvent) -> int | None:
    """The reader's id: by linked subscription, our reference, customer, metadata, then an account's e-mail.

    A linked subscription stays with its reader, so no later event can move it to another.
    """
    if linked := _by_subscription(event):
        return linked
    for reference in event.references:
        if found := _by_id(reference):
            return found
    return _by_customer(event) or _by_id(event.metadata_user) or _by_email(event.email) or _by_id(event.found)


def of_deleted_reader(event: ProcessorEvent) -> bool:
    """Whether an event that matches no account names a deleted one, by user id, subscription or customer."""
    if any(_is_number(named) for named in (*event.references, event.metadata_user)):
        return True  # we assigned the id, and ids are never reused
    rows = Subscription.objects.filter(processor=event.processor, reader_deleted=True)
    ids = {"subscription_id": event.subscription_id, "customer_id": event.customer_id}
    return any(rows.filter(**{name: value}).exists() for name, value in ids.items() if value)


def _is_number(reference: str) -> bool:
    return reference.isascii() and reference.isdigit() and len(reference) <= 18


def _by_subscription(event: ProcessorEvent) -> int | None:
    if not event.subscription_id:
        return None
    rows = Subscription.objects.filter(processor=event.processor, subscription_id=event.subscription_id)
    if linked := rows.filter(user__isnull=False).values_list("user_id", flat=True).first():
        return linked
    column = {SUBSCRIPTION_COLUMN[event.processor]: event.subscription_id}
    return User.objects.filter(**column).values_list("pk", flat=True).first()


def _by_id(reference: str) -> int | None:
    if not _is_number(reference):
        return None
    return User.objects.filter(pk=int(reference)).values_list("pk", flat=True).first()


def _by_customer(event: ProcessorEvent) -> int | None:
    if not event.customer_id:
        return None
    column = {CUSTOMER_COLUMN[event.processor]: event.customer_id}
    if found := User.objects.filter(**column).values_list("pk", flat=True).first():
        return found
    rows = Subscription.objects.filter(
        processor=event.processor, customer_id=event.customer_id, user__isnull=False
    )
    return rows.values_list("user_id", flat=True).first()


def _by_email(email: str) -> int | None:
    user = User.objects.by_email(email)
    return user.pk if user else None
