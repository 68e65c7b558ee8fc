"""Swedish."""

from __future__ import annotations

from gateway.words.languages.tables import Language

STOP_WORDS = """
    aldrig all alla allt alltid an andra annan annat annu ar at att av aven bara bland blev bli blir blivit da dar
    de dem den denna deras dess dessa det detta dig din dina ditt du efter eftersom eller en enligt er era ert ett
    finns fler flera for fore forst fram fran ga genom gor gora ha hade han hans har helt henne hennes hit hon honom
    hos hur huruvida i icke in inga ingen inget innan inom inte ja jag kan kommer kunde lite man manga maste med
    mellan men mer mest mig min mina mitt mot mycket na nagon nagonsin nagot nagra nar ni nog nu och ocksa om oss
    over pa redan sa sadan sadana sadant samma sedan sig sin sina sitt sjalv ska skall skulle som tack till trots
    under upp ut utan vad var vara varfor varit varje vars vart vem vems vet vi vid vidare vilka vilken vilket vill
    vore
    """

LANGUAGE = Language(
    code="sv",
    name="Swedish",
    stemmer="swedish",
    stop_words=STOP_WORDS,
    ambiguous="""
    all an andra ar at bland blev bli da dar de dem den dess dig din du er era ert for fore fram genom ha han hans
    har hit hon i in inga ja jag kan lite man men mer mig min mitt mot na ni nog nu om over pa sa samma sedan sin
    som tack till under upp ut vad var vet vi vid vore
    """,
    markers="och att det som inte",
    letters="å",
    months="januari; februari; mars; april; maj; juni; juli; augusti; september; oktober; november; december",
    abbreviations_before_names="t.ex bl.a dvs ca resp inkl exkl",
    abbreviations_before_numbers="nr kap art",
    abbreviations_anywhere="osv m.m",
)
