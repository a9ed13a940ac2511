"""The OpenAPI document is generated from the code and covers every route."""

import pytest
from django.test import Client

from briefing.core.api import schema


def test_every_api_route_is_described():
    assert [path for path, view in schema.routes() if not getattr(view, "operations", None)] == []


@pytest.mark.django_db
def test_schema_is_public_and_versioned():
    response = Client().get("/api/schema")
    body = response.json()
    assert (response.status_code, response["API-Version"], body["openapi"]) == (200, "1", "3.1.0")
    assert body["info"]["version"].split(".")[0] == response["API-Version"]
    assert "/api/news" in body["paths"]


def test_news_route_tells_its_parameters_and_failures():
    news = schema.document()["paths"]["/api/news"]["get"]
    assert [parameter["name"] for parameter in news["parameters"]] == [
        "include",
        "exclude",
        "lang",
        "q",
        "limit",
        "cursor",
    ]
    assert sorted(news["responses"]) == ["200", "304", "400", "401", "403", "429"]
    assert news["security"] == [{"session": []}, {"bearer": []}, {"token": []}]


def test_every_reference_leads_somewhere():
    document = schema.document()
    names = document["components"]["schemas"]

    def references(value: object) -> set[str]:
        if isinstance(value, dict):
            own = {value["$ref"].rsplit("/", 1)[1]} if "$ref" in value else set()
            return own.union(*(references(item) for item in value.values()))
        if isinstance(value, list):
            return set().union(*(references(item) for item in value))
        return set()

    assert references(document) - names.keys() == set()


def test_document_states_the_rules_of_a_query():
    found = {each["name"]: each for each in schema.document()["paths"]["/api/news"]["get"]["parameters"]}
    assert (found["include"]["style"], found["include"]["explode"]) == ("form", False)
    assert "Central Banks" in found["include"]["schema"]["items"]["enum"]
    assert found["lang"]["schema"]["enum"] == ["en", "it"]
    assert found["q"]["schema"]["maxLength"] == 200
    assert (found["limit"]["schema"]["minimum"], found["limit"]["schema"]["maximum"]) == (1, 100)
    assert (found["cursor"]["schema"]["maxLength"], found["cursor"]["schema"]["type"]) == (80, "string")


def test_document_states_the_rules_of_bodies():
    models = schema.document()["components"]["schemas"]
    positions = models["Analyze"]["properties"]["positions"]
    assert (positions["minItems"], positions["maxItems"]) == (1, 200)
    assert positions["description"] == "Their weights make 100, give or take 1."
    assert models["Position"]["properties"]["weight"] | {"title": ""} == {
        "minimum": 0, "maximum": 101.0, "type": "number", "title": "",
    }  # fmt: skip
    assert models["Order"]["properties"]["consent"]["const"] is True
    names = models["FormatRequest"]["properties"]["headers"]
    assert (names["minItems"], names["maxItems"], names["items"]["maxLength"]) == (3, 40, 60)
    save = models["Save"]["properties"]
    assert (save["blob"]["maxLength"], save["version"]["minimum"]) == (349528, 0)
    assert [
        name for name in ("Analyze", "Order", "FormatRequest", "Save") if models[name]["additionalProperties"]
    ] == []


def test_document_states_the_headers_and_the_limits_in_time():
    paths = schema.document()["paths"]
    headers = {each["name"]: each["schema"] for each in paths["/api/billing2/webhook"]["post"]["parameters"]}
    assert headers.keys() == {"webhook-id", "webhook-timestamp", "webhook-signature"}
    assert "{1,255}" in headers["webhook-id"]["pattern"]
    assert "10 calls in 15 minutes" in paths["/api/portfolio/sync"]["get"]["description"]
    assert "10 calls in an hour" in paths["/api/analyze"]["post"]["description"]
    limited = paths["/api/analyze"]["post"]["responses"]["429"]
    assert limited["headers"]["Retry-After"]["schema"] == {"type": "integer", "minimum": 1}


def test_document_tells_which_routes_want_a_reader():
    paths = schema.document()["paths"]
    assert paths["/api/portfolio/sync"]["get"]["security"] == [{"session": []}]
    assert paths["/api/analyze"]["post"]["security"] == [{"session": []}, {"bearer": []}]
    assert paths["/api/billing/webhook"]["post"]["security"] == []
