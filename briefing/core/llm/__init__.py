"""Language models: requests, replies and costs. Providers are modules of this package."""

from briefing.core.llm.chain import available, complete
from briefing.core.llm.interface import Answer, ModelError, ModelReply, Provider, Request
from briefing.core.llm.openai_compatible import configured_providers
from briefing.core.llm.shares import Share, charged_to
from briefing.core.llm.usage import Usage

__all__ = [
    "Answer",
    "ModelError",
    "ModelReply",
    "Provider",
    "Request",
    "Share",
    "Usage",
    "available",
    "charged_to",
    "complete",
    "configured_providers",
]
