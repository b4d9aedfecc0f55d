"""Does the model that was examined still answer at its address? Servers are started again with other weights."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from babelance.backends.endpoint.answer_checks import CHAT_TOKENS, QUESTION
from babelance.backends.endpoint.client import Client
from babelance.backends.endpoint.examination import Examination
from babelance.backends.endpoint.reading import Unsound, refusal
from babelance.backends.endpoint.reading_checks import TEXTS, differ
from babelance.backends.endpoint.requests import Asker, Refused
from babelance.core.errors import BabelanceError, ModelError, UnhealthyModel


@dataclass
class Watch:
    """`examination` is asked for when it is needed: nothing is examined by being watched."""

    client: Client
    examination: Callable[[], Examination]
    _outages: int = 0
    """So many were there when it was last looked at who answers."""

    def require_same(self) -> None:
        """Before answers are given out, and stored: somebody else may answer at this address by now."""
        if self._is_another():
            raise UnhealthyModel(
                f"Another model answers at {self.client.address} now, under the same name. What was answered before is "
                "stored; the same command asks the new one from the beginning."
            )

    def knows_another(self) -> bool:
        """False, too, where nobody answers any more."""
        try:
            return self._is_another(patience=0)
        except BabelanceError:
            return False

    def _is_another(self, patience: float | None = None) -> bool:
        """The same text must have the same numbers; where no text is read, and the server was away, the same question
        the same answer."""
        examined, away = self.examination(), self.client.outages > self._outages
        self._outages = self.client.outages
        asker = Asker(self.client, self.client.address.model)
        try:
            if examined.reader:
                [now], [before] = examined.reader.read(TEXTS[:1], patience), examined.readings[:1]
                return now.names != before.names or differ(now.logprobs, before.logprobs)
            return away and bool(examined.chat) and examined.chat != asker.chat(QUESTION, CHAT_TOKENS).text
        except Unsound:
            return True
        except Refused as error:
            raise ModelError(refusal(asker, error)) from None
