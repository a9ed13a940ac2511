import pytest

from indicators import groups
from tests.indicators.conftest import row_text


def codes(registry: groups.Registry) -> list[str]:
    return [row.code for row in registry.active_rows()]


def test_load_reads_the_project_s_registry():
    registry = groups.load()
    assert [group.id for group in registry.configured] == [
        "valuation", "bubble_watch", "economy", "shares", "bonds", "liquidity", "fx_commodities",
    ]  # fmt: skip


def test_every_group_but_that_of_shares_has_rows_without_any_key(settings):
    settings.SAMPLE_DATA = False
    settings.FRED_API_KEY, settings.FRED_KEYLESS = "", False
    settings.CBOE_ENABLED = settings.YAHOO_ENABLED = False
    configured = [group.id for group in groups.load().configured]
    assert [group.id for group in groups.load().groups] == [id for id in configured if id != "shares"]


def without_a_key(settings):
    settings.SAMPLE_DATA = False
    settings.FRED_API_KEY, settings.FRED_KEYLESS = "", False
    settings.CBOE_ENABLED = settings.YAHOO_ENABLED = False


def test_forty_eight_rows_and_more_need_no_key_whoever_pays(settings):
    without_a_key(settings)
    for charging in (False, True):
        settings.SUBSCRIPTIONS_ENABLED = charging
        assert len(codes(groups.load())) == 50
        assert min(len(group.rows) for group in groups.load().groups) >= 3


@pytest.mark.parametrize(
    ("code", "source"),
    [
        ("CPIA", "US Bureau of Labor Statistics"), ("UNUS", "US Bureau of Labor Statistics"),
        ("FEDU", "Federal Reserve Bank of New York"), ("BRNT", "US Energy Information Administration"),
        ("WTI", "US Energy Information Administration"), ("RY10", "US Department of the Treasury"),
    ],
)  # fmt: skip
def test_a_second_source_is_shown_as_what_it_is(settings, code, source):
    without_a_key(settings)
    row = groups.load().row(code)
    assert (row.source_name, source in row.attribution("en") or row.licence("en") != "") == (source, True)
    settings.FRED_API_KEY = "k"
    assert groups.load().row(code).source_name == "Federal Reserve Bank of St. Louis (FRED)"


def test_a_group_names_the_rows_whose_sources_are_off(settings):
    without_a_key(settings)
    [valuation] = [group for group in groups.load().configured if group.id == "valuation"]
    assert [row.code for row in valuation.absent] == ["BUFF", "TOBQ", "MCPR", "HHEQ"]


# What the sources have published in the crises of 2008, 2020 and 2022, rounded outwards.
CRISES = [
    ("VIX", 82.7), ("HYS", 21.9), ("BAA", 6.2), ("NFCI", 3.2), ("FSI", 9.6), ("CISS", 0.97), ("OFRS", 29.4),
    ("CPIE", 10.6), ("CPIE", -0.6), ("CPII", 12.7), ("CPII", -1.0), ("CPIU", 11.1), ("CPIA", 9.1), ("CPIA", -2.1),
    ("CORE", 5.7), ("CORI", 5.6), ("CORU", 7.2), ("CORA", 6.7), ("SERE", 5.7), ("SERU", 7.5), ("YUNI", 43.5),
    ("YUNE", 25.0), ("UNUS", 14.8), ("UNEI", 13.2), ("JOBA", -13.5), ("JOBA", 11.0), ("GDPE", -15.0), ("GDPE", 15.0),
    ("GDPU", -20.5), ("GDPU", 17.7), ("INDP", -29.0), ("INDP", 41.0), ("ESI", 55.0), ("LEAD", 90.0),
    ("DEBI", 160.0), ("DEBU", 105.0), ("PAYU", -6.0), ("US10", 0.5), ("DE10", -0.9), ("JP10", -0.3), ("EA10", -0.8),
    ("IT10", 7.1), ("SPRD", 5.2), ("GB10", 0.1), ("RY10", -1.2), ("USCV", -1.1), ("USC3", -1.9), ("BEI", 0.0),
    ("ECBD", -0.5), ("FEDU", 5.5), ("BOER", 0.1), ("PRJP", -0.1), ("PRCH", -0.75), ("PRCA", 5.0), ("ESTR", -0.6),
    ("EURI", -0.6), ("EURI", 5.2), ("SOFR", 5.3), ("SOFR", 0.01), ("EFFR", 0.04), ("USDB", 19.0), ("USIR", 1.5),
    ("FEDB", 155.0), ("FEDB", -9.0), ("RRP", 2554.0), ("RRP", 0.0), ("M2US", 27.0), ("M2US", -5.0), ("M3EA", 12.6),
    ("M3EA", -2.3), ("BLS", 68.0), ("SLO", 84.0), ("SLO", -33.0), ("EURU", 0.82), ("EURU", 1.6), ("EURG", 0.57),
    ("EURG", 0.98), ("EURJ", 88.0), ("EURJ", 186.0), ("EURF", 0.91), ("EURF", 1.68), ("EURC", 6.5), ("EURC", 11.2),
    ("USDX", 129.0), ("BRNT", 144.0), ("BRNT", 9.1), ("WTI", -37.0), ("WTI", 145.4), ("GOLM", 270.0), ("GASE", 71.0),
    ("GASE", 1.5), ("COPP", 10_800.0), ("FOOD", 160.0), ("HPUS", 150.0), ("HPEA", -5.0), ("HPIT", -7.0), ("CGAP", -33.0),
    ("CGAP", 13.0), ("CGEA", -45.0), ("MCPR", 8.0), ("BUFF", 55.0), ("TOBQ", 0.5), ("HHEQ", 18.0), ("MARG", 0.8),
]  # fmt: skip


def test_crises_are_plausible():
    ranges = {row.code: row.plausible for group in groups.load().configured for row in group.rows}
    wrong = [
        (code, value)
        for code, value in CRISES
        for least, most in [ranges[code]]
        if not (least < value < most or value == least == 0)
    ]
    assert wrong == []


def test_sample_data_enables_every_row(settings):
    settings.SAMPLE_DATA = True
    configured = [row.code for group in groups.load().configured for row in group.rows if row.shown]
    assert codes(groups.load()) == configured


def test_economy_shows_prices_jobs_and_output(settings):
    settings.SAMPLE_DATA = True
    shown = [row.code for row in groups.load().group("economy").rows]
    assert shown == [
        "CPIE", "CPII", "CPIU", "CPIA", "CORE", "CORI", "CORU", "CORA", "SERE",
        "UNEE", "UNEI", "YUNI", "GDPE", "INDP", "ESI", "UNUS",
    ]  # fmt: skip


def test_texts_of_the_registry_differ_by_language():
    same = {
        row.code
        for group in groups.load().configured
        for row in group.rows
        if row.note.en == row.note.it or row.limits.en == row.limits.it
    }
    assert same == set()


def test_row_is_called_with_a_language(registry_file):
    row = groups.load(registry_file(row_text())).row("AAA")
    assert (row.label("en"), row.label("it"), row.basis("it")) == ("A yield", "Rendimento", "")


def test_attribution_names_the_dataset(registry_file):
    row = groups.load(registry_file(row_text(series="ECB:HICP/M.U2?x=1"))).row("AAA")
    assert (row.attribution("it"), row.source_name) == ("Fonte: BCE, HICP/M.U2", "European Central Bank")


def test_row_whose_source_is_not_enabled_is_not_active(registry_file, settings):
    settings.SAMPLE_DATA, settings.FRED_API_KEY, settings.FRED_KEYLESS = False, "", False
    registry = groups.load(registry_file(row_text(), row_text("BBB", "FRED:DGS10")))
    assert codes(registry) == ["AAA"]
    settings.FRED_API_KEY = "0" * 32
    assert codes(registry) == ["AAA", "BBB"]


def test_spare_takes_over_where_the_source_is_not_enabled(registry_file, settings):
    settings.SAMPLE_DATA, settings.FRED_API_KEY, settings.FRED_KEYLESS = False, "", False
    fallback = row_text("AAA", "FRED:T10Y2Y", fallback='["ECB:ONE", "ECB:TWO"]', fallback_transform='"spread"',
                     fallback_url='"https://example.org/fallback"', licence='{ en = "Strict", it = "Severa" }')  # fmt: skip
    registry = groups.load(registry_file(fallback))
    row = registry.row("AAA")
    assert (row.symbols, row.transform, row.source_name) == (
        ("ECB:ONE", "ECB:TWO"), "spread", "European Central Bank",
    )  # fmt: skip
    assert (row.source_url, row.licence("en"), row.label("en")) == (
        "https://example.org/fallback", "Free", "A yield",
    )  # fmt: skip
    settings.FRED_API_KEY = "0" * 32
    row = registry.row("AAA")
    assert (row.symbols, row.transform, row.licence("en")) == (("FRED:T10Y2Y",), "level", "Strict")


def test_row_in_reserve_is_not_active(registry_file):
    registry = groups.load(registry_file(row_text(), row_text("BBB", shown="false")))
    assert codes(registry) == ["AAA"]
    with pytest.raises(KeyError):
        registry.row("BBB")


def test_group_without_active_rows_is_left_out(registry_file):
    registry = groups.load(registry_file(row_text(shown="false")))
    assert registry.groups == []
    with pytest.raises(KeyError):
        registry.group("bonds")


def test_symbols_name_each_once(registry_file):
    other = row_text("BBB", symbol="", symbols='["ECB:FM/ONE", "ECB:FM/TWO"]', transform='"spread"')
    registry = groups.load(registry_file(row_text(), other))
    assert registry.symbols() == {"ECB:FM/ONE": "D", "ECB:FM/TWO": "D"}


def test_symbols_leave_a_frequency_open_that_rows_disagree_on(registry_file):
    other = row_text("BBB", symbol="", symbols='["ECB:GDP", "ECB:FM/ONE"]', transform='"ratio"',
                     frequencies='["Q", "M"]')  # fmt: skip
    registry = groups.load(registry_file(row_text(), other))
    assert registry.symbols() == {"ECB:FM/ONE": None, "ECB:GDP": "Q"}


def test_made_of_tells_two_configurations_apart(registry_file):
    registry = groups.load(registry_file(row_text(), row_text("BBB", transform='"yoy"')))
    assert registry.row("AAA").inputs != registry.row("BBB").inputs


def test_load_raises_with_every_mistake(registry_file):
    path = registry_file(row_text(unit='"furlong"'), row_text("BBB", colour='"red"'))
    with pytest.raises(groups.GroupsError) as raised:
        groups.load(path)
    assert [mistake.number for mistake in raised.value.mistakes] == [3, 2]


def test_every_row_has_a_range_outside_which_its_figure_cannot_be_true():
    configured = [row for group in groups.load().configured for row in group.rows]
    assert all(row.plausible[0] < row.plausible[1] for row in configured)


def test_a_row_without_a_range_has_its_unit_s(registry_file):
    registry = groups.load(registry_file(row_text(), row_text("BBB", plausible="[1.0, 2.0]")))
    assert [row.plausible for row in registry.active_rows()] == [(-100.0, 1000.0), (1.0, 2.0)]


def test_early_symbols_are_those_of_surveys_and_flash_estimates(registry_file):
    other = row_text("BBB", series="ECB:FM/TWO", early='"survey"')
    assert groups.load(registry_file(row_text(), other)).early_symbols() == {"ECB:FM/TWO"}


@pytest.mark.parametrize(
    ("charging", "allowed", "shown"),
    [
        (False, [], ["AAA", "BBB"]),
        (True, [], ["BBB"]),
        (True, ["AAA"], ["AAA", "BBB"]),
        (True, ["ECB"], ["AAA", "BBB"]),
    ],
)
def test_who_charges_shows_no_row_whose_terms_forbid_it(registry_file, settings, charging, allowed, shown):
    settings.SAMPLE_DATA, settings.SUBSCRIPTIONS_ENABLED = False, charging
    settings.PAID_DISPLAY_ALLOWED = allowed
    path = registry_file(row_text(paid="false"), row_text("BBB", series="ECB:FM/TWO", paid='"unknown"'))
    assert codes(groups.load(path)) == shown


def test_a_spare_has_terms_of_its_own(registry_file, settings):
    settings.SAMPLE_DATA, settings.SUBSCRIPTIONS_ENABLED, settings.FRED_API_KEY = False, True, "k"
    settings.PAID_DISPLAY_ALLOWED = []
    path = registry_file(
        row_text(
            paid="false", fallback='"FRED:X"', fallback_url='"https://example.org/x"', fallback_paid="true"
        )
    )
    assert groups.load(path).row("AAA").symbols == ("FRED:X",)


@pytest.mark.parametrize("code", ["NFCI", "EURI", "HYS", "BAA"])
def test_rows_of_third_parties_are_marked(code):
    [row] = [row for group in groups.load().configured for row in group.rows if row.code == code]
    assert row.paid is False


def test_sources_for_personal_use_are_off_where_readers_pay(settings):
    settings.SAMPLE_DATA, settings.SUBSCRIPTIONS_ENABLED, settings.YAHOO_ENABLED = False, True, True
    settings.PAID_DISPLAY_ALLOWED = []
    assert groups.is_showable("YAHOO") is False
    settings.PAID_DISPLAY_ALLOWED = ["YAHOO"]
    assert groups.is_showable("YAHOO") is True


def test_house_prices_are_eurostat_s_own_yearly_rate():
    """Eurostat moves the base year of its indices; the rate that it publishes has none."""
    rows = [groups.load().row(code) for code in ("HPEA", "HPIT")]
    assert all(row.transform == "level" and "unit=RCH_A" in row.symbols[0] for row in rows)


def test_a_spare_may_be_of_another_frequency():
    """No open daily source of the British ten-year yield was found beside the Bank of England's."""
    row = groups.load().row("GB10")
    assert (row.frequency, row.fallback.frequency, row.fallback.frequencies) == ("D", "M", ("M",))
    assert (row.fallback.basis("en"), row.fallback.max_age_days) == ("a year, monthly average", 100)
    assert groups.load().row("BOER").fallback.symbols == ("BIS:WS_CBPOL/D.GB",)


def test_the_gold_price_says_that_its_definition_changed():
    row = groups.load().row("GOLM")
    assert all("2025" in text(language) for text in (row.note, row.limits) for language in ("en", "it"))
