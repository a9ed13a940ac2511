from briefing.core.moved_command import TrainsElsewhere


class Command(TrainsElsewhere):
    help = "The old name of `python -m evaluation review --train`."
    part = "review"
