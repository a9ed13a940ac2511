"""The OpenAPI document is made from the code and covers every route."""

import pytest
from django.test import Client

from briefing.core import schema


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
    assert sorted(news["responses"]) == ["200", "400", "401", "403"]
    assert news["security"] == [{"session": []}, {"bearer": []}]


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
