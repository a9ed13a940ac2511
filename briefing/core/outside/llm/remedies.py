"""Advice to staff about a paused endpoint or a reached cap. English, as notices are."""

CAP = "For models to write before the month ends, raise LLM_MONTHLY_COST_CAP_USD in .env and restart the service."
PERSISTENT = "Look at its calls in the admin; if it lasts, set another model or endpoint in .env and restart."
# By the code of a failure that pauses the endpoint; the names are those of .env without LLM_ or LLM_GATEWAY_.
SETTINGS = {
    "status_401": "Check {}API_KEY in .env, and at the provider whether the key is valid",
    "status_402": "Check the balance at the provider, and {}API_KEY in .env",
    "status_403": "Check at the provider what the key of {}API_KEY may ask, and {}MODEL in .env",
    "status_404": "Correct {}MODEL or {}BASE_URL in .env",
    "redirect": "Enter in {}BASE_URL in .env the address to which it leads",
    "misconfigured": "Correct {}BASE_URL or {}API_KEY in .env",
}


def refused(code: str, provider: str) -> str:
    """What to do about an endpoint that refuses the account or does not exist, in a sentence."""
    prefix = "LLM_GATEWAY_" if provider == "gateway" else "LLM_"
    return (
        f"{SETTINGS[code].replace('{}', prefix)}, then restart the service. It is tried again by itself, too."
    )
