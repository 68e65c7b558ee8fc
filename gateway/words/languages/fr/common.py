"""French function words, which several tables are made of."""

STOP_WORDS = """
    a afin ai ainsi alors apres as au aucun aucune aujourd aupres aussi autre autres aux avaient avais avait avant avec
    avez avoir avons ayant c ca car ce ceci cela celle celles celui ces cet cette ceux chaque chez ci combien comme
    comment d dans de depuis des desormais dois doit doivent donc dont du elle elles en encore entre es est et etaient
    etait etant etc ete etes etre eu eux fait faire fais faut font furent hors hui ici il ils j je jusque l la laquelle
    le lequel les lesquels lesquelles leur leurs lors lorsque lui m ma mais me meme memes mes mien moi moins mon n ne ni
    non nos notre nous on ont or ou par parce parmi pas pendant peu peut peuvent peux plus plutot pour pourquoi pouvez
    pouvoir pouvons puis puisque qu quand que quel quelle quelles quels quelque quelques qui quoi s sa sans sauf se
    selon sera seront ses si sinon soit sommes son sont sous suis sur t ta tandis te tel telle telles tels tes toi ton
    tous tout toute toutes tres tu un une va vers veux veut via voici voila vont vos votre vous vu y
    explique expliquez expliquer decris decrivez signifie existe passe
    """
MARKERS = """
        le la les un une des du de et est sont dans pour par avec sur que qui quoi quel quelle quels quelles comment
        pourquoi combien ce cet cette ces il elle ils elles nous vous je tu mon ma mes son sa ses notre votre leur leurs
        ne pas plus au aux en ou mais donc si sans sous entre etre avoir faire fait peut faut ont etait d l qu quand
        explique montre donne liste
        """
