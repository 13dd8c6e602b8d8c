"""What schemathesis cannot know about ibid from the OpenAPI document."""

import os
import re

import schemathesis

WEB = re.compile("https?://", re.IGNORECASE)
ID = re.compile("[A-Za-z0-9_-]{1,128}")
# Where the body names things besides the one in the path: what of them is said not to be there.
NAMED_IN_BODY = {
    "/v1/collections/{id}/items": ("Document not found", "Prompt not found"),
    "/v1/documents/{id}/restore": ("Version not found",),
    "/v1/prompts/{id}/restore": ("Version not found",),
}


@schemathesis.hook
def before_call(context, case, kwargs):
    """Points what is well formed at something that is there; the rest has to be refused as it is."""
    body = case.body
    if not isinstance(body, dict):
        return
    path = case.operation.path
    url = body.get("url")
    # Whatever address is generated, nothing leaves this machine.
    if path == "/v1/documents/scrape" and isinstance(url, str) and WEB.match(url):
        body["url"] = os.environ["IBID_TEST_PAGE"]
    # No response gives ids under this name, so none of them would ever be found.
    ids, kind = body.get("itemIds"), body.get("itemType")
    if path == "/v1/collections/{id}/items" and kind in ("document", "prompt") and is_one_id(ids):
        body["itemIds"] = [os.environ[f"IBID_TEST_{kind.upper()}"]]


def is_one_id(ids):
    return isinstance(ids, list) and len(ids) == 1 and isinstance(ids[0], str) and ID.fullmatch(ids[0])


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Drops complaints about answers that no schema can foretell, and no others of their kind."""
    kind = type(failure).__name__
    says = message(response) or ""
    # A cursor is opaque: nothing tells one that a page gave from another text. And JSON Schema knows
    # whole members of a list that are equal, not two variables that share their name only.
    if kind == "RejectedPositiveData" and response.status_code == 400:
        return not (says == "malformed cursor" or says.endswith(" is described twice"))
    # The item of the path is there; a member or version that the body names is not.
    if kind == "EnsureResourceAvailability" and response.status_code == 404:
        return says not in NAMED_IN_BODY.get(case.operation.path, ())
    return True


def message(response):
    try:
        return response.json()["error"]["message"]
    except (ValueError, KeyError, TypeError):
        return None
