"""The banner above the map while something else than the game as it stands is shown: what it is, and the ways back."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from common.gui.kit.language import tr
from common.gui.kit.widgets import button, label
from common.gui.kit.wrapping import Flow
from common.gui.session.session import Session


class ReplayBanner(QWidget):
    """Seen during a trial and at an earlier moment of the game only."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.setObjectName("banner")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.text = label("", "strong")
        self.back = button(tr("Take back to here"), tip=tr("Everything after this moment is taken back"))
        self.on = button(tr("Play on from here"), tip=tr("A new game that begins here; this one stays as it is"))
        self.off = button(tr("Back to the game"), "main")
        row = Flow(self)
        row.setContentsMargins(14, 6, 12, 6)
        for each in (self.text, self.back, self.on, self.off):
            row.addWidget(each)

    def refresh(self) -> None:
        """Say what is shown."""
        session = self.session
        trial, moment = session.whatif.is_on, session.moment is not None
        self.setVisible(trial or moment)
        self.on.setVisible(moment)
        self.back.setVisible(moment)
        if trial:
            self.text.setText(tr("Trying it out: nothing counts. Rolls come out as expected."))
            self.off.setText(tr("Put everything back"))
        elif moment:
            part = {"n": session.shown_moment, "all": session.length}
            if session.variation is None:
                self.text.setText(tr("The game after {n} of {all} actions.", **part))
                self.back.setText(tr("Take back to here"))
            else:
                self.text.setText(tr("A variation after {n} of {all} actions.", **part))
                self.back.setText(tr("Go to this variation"))
            self.off.setText(tr("Back to the game"))
