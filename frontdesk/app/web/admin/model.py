"""The language model: where it is, what it answers, and what it can do now."""

from frontdesk.app.assignment import capabilities, to_check
from frontdesk.app.configured import unspoken
from frontdesk.app.web.admin.blueprint import admin
from frontdesk.app.web.admin.schemas import CapabilityView, FindingView, ModelChecked, ModelView
from frontdesk.app.web.board_view import model_servers, shown
from frontdesk.app.web.parts import parts
from frontdesk.app.web.problems import Refused

PATIENCE = 20.0  # seconds for each of what is asked


@admin.get("/model")
@admin.output(ModelView)
def model() -> ModelView:
    """The model that is set, and who answers what."""
    settings = parts().settings
    told = [CapabilityView(name=name, by=unspoken(by)) for name, by in capabilities(settings).items()]
    return ModelView(
        url=unspoken(settings.model_url),
        name=settings.model_name,
        key=bool(settings.model_key.get_secret_value()),
        budget_seconds=settings.model_budget_seconds,
        capabilities=told,
        servers=model_servers(parts()),
    )


@admin.post("/model/check")
@admin.output(ModelChecked)
def check_model() -> ModelChecked:
    """Ask the model what it can do, and how fast: some seconds, more where it is slow."""
    whole = parts()
    try:
        from frontdesk.models.language.abilities import abilities  # its client is an optional extra

        asked = to_check(whole.settings, whole.reception.services.models)
    except ImportError:
        raise Refused(
            409, "model_client_missing", "The client is not installed: pip install 'frontdesk[model]'"
        ) from None
    if not asked:
        raise Refused(409, "no_model", "No model is set")
    findings = [
        FindingView(server=shown(model.server), **one._asdict())
        for model in asked
        for one in abilities(model, budget=whole.settings.model_budget_seconds, patience=PATIENCE)
    ]
    return ModelChecked(findings=findings, good=all(one.good is not False for one in findings))
