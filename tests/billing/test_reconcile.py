"""Reconciliation with the processor: differences found, repaired, and left alone."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError
from django.db.models.signals import post_save

from accounts.models import User
from billing.models import Subscription
from briefing.core.models import Job, StaffNotice
from briefing.core.work import jobs
from tests.billing.signing import send, session, subscription
from tests.billing.working import work

pytestmark = pytest.mark.django_db


def reconciled(*options: str) -> list[str]:
    out = StringIO()
    call_command("reconcile", *options, stdout=out)
    return out.getvalue().splitlines()


def test_agreement_is_said_in_figures(ada, stripe_api):
    stripe_api.subscribe("sub_1", metadata={"user_id": str(ada.pk)})
    send("customer.subscription.created", subscription("active", metadata={"user_id": str(ada.pk)}))
    assert reconciled() == ["1 subscriptions asked, 0 differences, 0 healed."]


def test_lost_deliveries_are_reported_and_healed(ada, stripe_api):
    stripe_api.subscribe(
        "sub_1", status="trialing", trial_end=4_000_000_000, metadata={"user_id": str(ada.pk)}
    )
    said = ["sub_1: status is nothing here, trialing there", "1 subscriptions asked, 1 differences, 0 healed.",
            "Nothing was changed; --fix heals it."]  # fmt: skip
    assert reconciled() == said
    assert User.objects.get().tier == "free"
    assert reconciled("--fix")[-1] == "1 subscriptions asked, 1 differences, 1 healed."
    user = User.objects.get()
    assert (user.tier, user.billing_subscription_id, user.billing_customer_id, user.billing_trial_end_at.year) == (
        "paid", "sub_1", "cus_1", 2096,
    )  # fmt: skip
    assert reconciled() == ["1 subscriptions asked, 0 differences, 0 healed."]


def test_lost_end_is_healed(ada, stripe_api):
    send("checkout.session.completed", session(ada.pk))
    stripe_api.subscribe("sub_1", status="canceled")
    assert reconciled("--fix")[0] == "sub_1: status is active here, canceled there"
    assert (User.objects.get().tier, User.objects.get().billing_subscription_id) == ("free", None)


def test_subscription_that_the_processor_does_not_know_is_over(ada, stripe_api):
    User.objects.update(tier="paid", billing_subscription_id="sub_gone", billing_customer_id="cus_1")
    assert reconciled("--fix")[0] == "sub_gone: status is nothing here, canceled there"
    assert User.objects.get().tier == "free"


def test_wrong_end_here_is_healed_by_the_truth(ada, stripe_api):
    send("checkout.session.completed", session(ada.pk))
    send("customer.subscription.deleted", subscription("canceled"))
    stripe_api.subscribe("sub_1")
    assert reconciled("--fix")[0] == "sub_1: status is canceled here, active there"
    assert User.objects.get().tier == "paid"


def test_moved_end_of_a_trial_is_healed(ada, stripe_api):
    found = {"metadata": {"user_id": str(ada.pk)}, "trial_end": 4_000_000_000}
    send("customer.subscription.created", subscription("trialing", **found))
    stripe_api.subscribe("sub_1", status="trialing", trial_end=4_000_086_400)
    assert reconciled("--fix")[0] == (
        "sub_1: trial end is 2096-10-02 07:06:40+00:00 here, 2096-10-03 07:06:40+00:00 there"
    )
    assert User.objects.get().billing_trial_end_at.day == 3


def test_subscription_that_lost_its_reader_is_linked(ada, stripe_api):
    send("customer.subscription.created", subscription("active"))
    stripe_api.subscribe("sub_1", metadata={"user_id": str(ada.pk)})
    assert reconciled("--fix")[0] == f"sub_1: reader is nothing here, {ada.pk} there"
    assert User.objects.get().tier == "paid"


def test_event_after_the_round_still_counts(ada, stripe_api):
    stripe_api.subscribe("sub_1", metadata={"user_id": str(ada.pk)})
    reconciled("--fix")
    send("customer.subscription.deleted", subscription("canceled"))
    assert User.objects.get().tier == "free"


def test_tier_that_follows_from_nothing_is_reported_and_healed(ada, grace, stripe_api):
    User.objects.filter(pk=ada.pk).update(tier="paid")
    Subscription.objects.create(processor="billing2", subscription_id="s2", status="active", user=grace)
    assert reconciled()[:2] == [
        f"reader {ada.pk}: tier is paid here, free there", f"reader {grace.pk}: tier is free here, paid there",
    ]  # fmt: skip
    reconciled("--fix")
    assert list(User.objects.order_by("pk").values_list("tier", flat=True)) == ["free", "paid"]


def test_paid_reader_of_the_secondary_is_left_alone(ada, stripe_api):
    User.objects.update(tier="paid", billing2_subscription_id="s2", billing2_customer_id="c2")
    assert reconciled("--fix") == ["0 subscriptions asked, 0 differences, 0 healed."]
    assert User.objects.get().tier == "paid"


def test_subscriptions_of_other_products_are_no_difference(ada, stripe_api):
    for number in range(5):  # more than one page
        stripe_api.subscribe(f"sub_other_{number}", customer=f"cus_{number}")
    assert reconciled() == ["5 subscriptions asked, 0 differences, 0 healed."]
    assert Subscription.objects.count() == 0


def test_processor_that_is_away_is_one_line(ada, stripe_api, settings):
    stripe_api.broken = True
    with pytest.raises(CommandError, match="The processor did not do it"):
        reconciled()
    settings.BILLING_API_KEY = ""
    with pytest.raises(CommandError, match="BILLING_API_KEY is empty"):
        reconciled()


def test_nightly_round_heals(ada, stripe_api):
    stripe_api.subscribe("sub_1", metadata={"user_id": str(ada.pk)})
    jobs.enqueue("billing.reconcile", "2026-11-21T04:10Z")
    assert work("billing.reconcile")[0][1:] == ("done", "1 subscriptions asked, 1 differences, 1 healed")
    assert User.objects.get().tier == "paid"


def test_nightly_round_does_nothing_while_disabled(settings, stripe_api):
    settings.SUBSCRIPTIONS_ENABLED = False
    jobs.enqueue("billing.reconcile", "2026-11-21T04:10Z")
    assert work("billing.reconcile")[0][2] == "subscriptions are disabled"
    assert (stripe_api.requests, Job.objects.get().state) == ([], "done")


def failed(*options: str) -> list[str]:
    """The output before it ends with exit code 1."""
    out = StringIO()
    with pytest.raises(CommandError, match="could not be compared; run it again"):
        call_command("reconcile", *options, stdout=out)
    return out.getvalue().splitlines()


def test_one_failed_lookup_does_not_end_the_run(ada, grace, stripe_api):
    for name, user in (("sub_1", ada), ("sub_2", grace)):
        send(
            "customer.subscription.created",
            subscription("active", id=name, metadata={"user_id": str(user.pk)}),
        )
    stripe_api.unanswered.add("sub_1")
    stripe_api.subscribe("sub_2", status="canceled")
    assert failed("--fix") == [
        "sub_2: status is active here, canceled there",
        "sub_1: not compared: ProcessorError: The processor did not do it (APIError). Try again later.",
        "2 subscriptions asked, 1 differences, 1 healed, 1 not compared.",
    ]
    assert list(User.objects.order_by("pk").values_list("tier", flat=True)) == ["paid", "free"]


def test_five_failed_lookups_end_the_run(ada, stripe_api):
    User.objects.update(tier="paid", billing_subscription_id="sub_0")
    for number in range(9):
        Subscription.objects.create(
            processor="billing", subscription_id=f"sub_{number}", status="active", user=ada
        )
        stripe_api.unanswered.add(f"sub_{number}")
    said = failed()
    assert said[-1] == "9 subscriptions asked, 0 differences, 0 healed, 9 not compared."
    assert len({path for _, path, _ in stripe_api.requests if path.startswith("/v1/subscriptions/")}) == 5
    assert "the processor has stopped answering" in said[8]


def test_subscription_that_cannot_be_healed_does_not_end_the_round(ada, grace, stripe_api):
    stripe_api.subscribe("sub_1", metadata={"user_id": str(ada.pk)})
    stripe_api.subscribe("sub_2", metadata={"user_id": str(grace.pk)}, customer="cus_2")

    def fail(sender, instance, **kwargs) -> None:
        if instance.pk == ada.pk:
            raise DatabaseError("no room")

    post_save.connect(fail, sender=User)
    try:
        said = failed("--fix")
    finally:
        post_save.disconnect(fail, sender=User)
    assert "sub_1: not compared: DatabaseError: no room" in said
    assert User.objects.get(pk=grace.pk).tier == "paid"


def test_nightly_round_tells_staff_what_it_could_not_compare(ada, stripe_api):
    send("checkout.session.completed", session(ada.pk))
    stripe_api.unanswered.add("sub_1")
    jobs.enqueue("billing.reconcile", "2026-11-21T04:10Z")
    assert work("billing.reconcile")[0][1:] == (
        "done",
        "1 subscriptions asked, 0 differences, 0 healed, 1 not compared",
    )
    assert "1 not compared" in StaffNotice.objects.get(kind="billing_drift").text
