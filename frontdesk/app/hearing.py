"""The recogniser that an installation has set up."""

from frontdesk.app.settings import Settings
from frontdesk.models.facts import Language
from frontdesk.models.speech.recognition.engines import Setup


def setup_of(settings: Settings) -> Setup:
    folders = {Language.ZH: settings.hearing_model_zh, Language.EN: settings.hearing_model_en}
    models = {language: folder.absolute() for language, folder in folders.items() if folder is not None}
    return Setup(settings.hearing, models, settings.hearing_threads)
