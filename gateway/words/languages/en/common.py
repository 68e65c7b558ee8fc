"""English function words, which several tables are made of."""

STOP_WORDS = """
    a about above after again all also am an and any are as at be because been before being below between both but by
    can cannot could did do does doing done during each either else ever every few for from further get gets give given go goes
    had has have having he her here hers him his how however i if in into is isn aren wasn weren don doesn didn couldn
    shouldn wouldn hasn haven hadn won it its itself just know let like many may me might mine more most much must my
    need neither no nor not now of off often on once one only or other our ours out over own per please quite rather
    really same shall she should since so some still such tell than that the their theirs them then there these they
    this those though through thus to too under until up upon us use used using very via want was way we well were what
    whatever when where whether which while who whom whose why will with within without would yes yet you your yours
    explain describe mean means work works happen happens
    """
MARKERS = """
        the and of to is are was were what how why when where which who whose whom this that these those with from by
        for an it its be been do does did can could should would will shall must have has had you your we our they their
        i my not or if in at into than then there about between without my me explain list show tell give
        """
