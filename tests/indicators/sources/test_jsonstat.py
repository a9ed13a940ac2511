import pytest

from indicators.sources import SourceError, jsonstat


def dataset(values, *, sizes=(1, 3), geo=("IT",), times=("2026-01", "2026-02", "2026-03"), **more):
    return {
        "version": "2.0",
        "class": "dataset",
        "id": ["geo", "time"],
        "size": list(sizes),
        "dimension": {
            "geo": {"category": {"index": {code: place for place, code in enumerate(geo)}}},
            "time": {"category": {"index": {code: place for place, code in enumerate(times)}}},
        },
        "value": values,
    } | more


def test_series_reads_sparse_values():
    read = jsonstat.read(dataset({"0": 1.5, "2": 2.5})).series()
    assert read == [("2026-01", 1.5, ""), ("2026-03", 2.5, "")]


def test_series_reads_a_list_with_nulls():
    assert jsonstat.read(dataset([1.5, None, 2.5])).series() == [("2026-01", 1.5, ""), ("2026-03", 2.5, "")]


def test_series_reads_sizes_that_are_written_as_strings():
    read = jsonstat.read(dataset({"0": 1.5}, sizes=("1", "3"))).series()
    assert read == [("2026-01", 1.5, "")]


def test_series_skips_an_empty_head():
    assert jsonstat.read(dataset({"2": 7})).series() == [("2026-03", 7, "")]


def test_series_follows_the_index_and_not_the_order_of_keys():
    document = dataset([1, 2, 3])
    document["dimension"]["time"]["category"]["index"] = {"2026-03": 2, "2026-01": 0, "2026-02": 1}
    assert [code for code, _value, _flag in jsonstat.read(document).series()] == [
        "2026-01",
        "2026-02",
        "2026-03",
    ]


def test_series_keeps_status_flags():
    read = jsonstat.read(dataset({"0": 1, "1": 2, "2": 3}, status={"2": "p"})).series()
    assert [flag for _code, _value, flag in read] == ["", "", "p"]


@pytest.mark.parametrize("status", ["p", ["p"], ["p", "p", "p"], {"value": ["p", "p", "p"]}])
def test_series_reads_status_in_every_form(status):
    read = jsonstat.read(dataset([1, 2, 3], status=status)).series()
    assert [flag for _code, _value, flag in read] == ["p", "p", "p"]


def test_series_refuses_a_dimension_with_two_codes():
    document = dataset([1, 2, 3, 4, 5, 6], sizes=(2, 3), geo=("IT", "DE"))
    with pytest.raises(SourceError, match=r"pin geo \(2\)") as caught:
        jsonstat.read(document).series()
    assert caught.value.permanent is True


def test_series_refuses_a_dead_code():
    with pytest.raises(SourceError, match="geo is empty"):
        jsonstat.read(dataset({}, sizes=(0, 3), geo=())).series()


def test_series_needs_a_time_dimension():
    document = dataset([1, 2, 3])
    document["id"] = ["geo", "period"]
    document["dimension"]["period"] = document["dimension"].pop("time")
    with pytest.raises(SourceError, match="time dimension"):
        jsonstat.read(document).series()


def test_read_takes_the_time_dimension_from_the_role():
    document = dataset([1, 2, 3], role={"time": ["Tid"]})
    document["id"] = ["geo", "Tid"]
    document["dimension"]["Tid"] = document["dimension"].pop("time")
    assert jsonstat.read(document).time == 1


def test_read_opens_an_old_bundle():
    document = dataset([1, 2, 3])
    document["dimension"] |= {"id": document.pop("id"), "size": document.pop("size")}
    assert jsonstat.read({"nama": document}).sizes == [1, 3]


def test_read_takes_a_list_of_codes():
    document = dataset([1, 2, 3])
    document["dimension"]["time"]["category"]["index"] = ["2026-01", "2026-02", "2026-03"]
    assert jsonstat.read(document).codes[1] == ["2026-01", "2026-02", "2026-03"]


def test_read_takes_a_single_code_without_index():
    document = dataset([1, 2, 3])
    document["dimension"]["geo"]["category"] = {"label": {"IT": "Italy"}}
    assert jsonstat.read(document).codes[0] == ["IT"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"size": [1]}, "not as many sizes"),
        ({"size": [1, 4]}, "says size 4 but lists 3"),
        ({"value": [1, 2]}, "2 entries in 'value' for 3 cells"),
        ({"value": {"3": 1}}, "outside its 3 cells"),
        ({"value": {"x": 1}}, "outside its 3 cells"),
        ({"value": 5}, "'value' is not an object"),
        ({"value": None}, "'value' is not an object"),
        ({"id": "geo"}, "'id' is not a list"),
        ({"dimension": []}, "'dimension' is not an object"),
    ],
)
def test_read_refuses_another_shape(change, reason):
    with pytest.raises(SourceError, match=reason):
        jsonstat.read(dataset([1, 2, 3]) | change)


def test_read_refuses_codes_with_a_gap():
    document = dataset([1, 2, 3])
    document["dimension"]["time"]["category"]["index"] = {"2026-01": 0, "2026-02": 1, "2026-03": 3}
    with pytest.raises(SourceError, match="positions 0, 1, 2"):
        jsonstat.read(document)


def test_read_refuses_what_is_no_dataset():
    with pytest.raises(SourceError, match="no JSON-stat dataset"):
        jsonstat.read({"hello": "world"})


def test_read_refuses_more_cells_than_any_table_has():
    names = [f"d{number}" for number in range(30)]
    many = {"category": {"index": ["a", "b"]}}
    document = {
        "id": names,
        "size": [2] * 30,
        "dimension": dict.fromkeys(names, many),
        "value": {},
        "status": "p",
    }
    with pytest.raises(SourceError, match="more than 1,000,000 cells"):
        jsonstat.read(document)
