"""French words that may change places in a question, and opposites."""

from __future__ import annotations

from gateway.words.languages.tables import SwapWords

_INTERCHANGEABLE = """
inscrire inscription enregistrer enregistrement abonner adherer; installer configurer parametrer
connecter connexion acceder acces; telecharger recuperer obtenir; reinitialiser restaurer retablir
demander demande solliciter requerir reclamer; soumettre deposer envoyer transmettre
envoyer expedier livrer adresser; livraison expedition envoi; colis paquet; retourner renvoyer rendre
echanger remplacer remplacement echange; modifier changer editer actualiser corriger rectifier; choisir selectionner
verifier controler consulter voir; confirmer valider; creer ouvrir generer; rediger ecrire
supprimer effacer enlever retirer desinstaller; fermer cloturer supprimer resilier; resilier annuler
activer allumer; desactiver eteindre; afficher montrer; chercher rechercher trouver
sauvegarder enregistrer conserver garder; ajouter inserer joindre; fusionner regrouper combiner
transferer deplacer migrer; copier dupliquer; imprimer impression; signaler declarer informer prevenir avertir
contacter joindre; assistance support aide; portable mobile; teletravail distance; garantie couverture
couvrir couvre couvert couverte couvertes couverts couverture assurer; maximal maximale maximum max
minimal minimale minimum min; payer paye payee payes payees remunerer remunere remuneree remunerees paiement
ouvrir ouvre ouvert ouverte ouverture; permettre permis permise autoriser autorise autorisee; prendre prend prends prennent pris prise
livrer livrez livraison; valable valide valables validite; changer remplacer; servir sert servent servi; mettre met mets mettent mis mise; contenir contient contiennent contenu; tenir tient tiennent tenu; venir vient viennent venu
obtenir obtient obtiennent obtenu; partir part partent; sortir sort sortent; rendre rend rends rendu; vendre vend vendu; boire boit
boivent bu; lire lit lisent lu; ecrire ecrit ecrivent; cuire cuit cuisent cuisson; deduire deduit deductible; suivre suit suivent
connaitre connait; voir voit voient vu; dormir dort; perdre perd perds; recevoir recoit recoivent; conduire conduit conduite
traduire traduit; produire produit production; construire construit; marcher fonctionner; encore toujours; suffire suffit suffisant
admettre admis autoriser permettre; remplir rempli completer; recu recue recevoir reception; perdre perdu perdue perte
devoir doit dois obligation obligatoire; vendre vente vendu; inscrire inscrit inscription
contacter adresser joindre; ordinateur pc; photo image; document papier piece justificatif
application logiciel programme; site page; email courriel mail message; adresse lieu emplacement; delai duree temps
delai echeance limite; limite maximum plafond; minimum moins; maximum plus; duree periode temps
prix cout tarif frais montant couter; facture note; gratuit offert; depense frais
remboursement rembourser; remise reduction rabais promotion; abonnement forfait; client acheteur
salarie employe collaborateur personnel; entreprise societe; chef responsable superieur manager
salaire paie remuneration; prime bonus; conge vacances; maladie malade; contrat convention; demissionner demission
licencier licenciement; embaucher recruter recrutement embauche; proprietaire bailleur; appartement logement
caution depot garantie; poubelle dechet ordure; reparer reparation; casse defectueux abime endommage
panne probleme erreur defaut dysfonctionnement; resoudre regler; rapide vite; taille dimension; grand gros
poids peser; commencer debuter demarrer debut; terminer finir fin achever; arreter stopper cesser
autoriser permettre autorisation permis droit permission; approuver valider autoriser; accepter prendre
obligatoire necessaire requis falloir exiger; facultatif optionnel; regle reglement politique; loi legislation
procedure demarche processus etape; methode facon maniere moyen; utiliser employer servir
recevoir obtenir percevoir toucher; acheter achat commander; voiture vehicule auto; velo bicyclette; bagage valise
hotel hebergement; medecin docteur; medicament remede; enfant gamin; ecole etablissement
enseignant professeur formateur; cours formation; etudiant eleve; reserver reservation; billet ticket; badge carte
visiteur invite; stationner parking garer stationnement; cantine cafeteria restaurant; dejeuner repas; fumer fumeur
salle piece; reunion conference; horaire heure; annuel an annee annuellement; mensuel mois; hebdomadaire semaine
quotidien jour; souvent frequemment frequence; normalement generalement habituellement; motdepasse mdp
identifiant login; sauvegarde copie; signifier definition vouloir; raison cause pourquoi motif
consequence resultat effet; avantage benefice; inconvenient desavantage; personne individu gens
prolonger renouveler etendre; reporter decaler retarder; retard tard; perdre perdu perte egarer; vol voler derober
oublier oubli perdre; jeter recycler; nettoyer laver; frigo refrigerateur; ecran moniteur; temperature chaleur
beneficier droit eligible; attestation certificat justificatif; indemnite compensation; penalite amende
credit pret emprunt; payer regler paiement reglement regl; montant somme; total somme; inviter invitation
participer assister; situer trouver
inclure inclus incluse inclues inclut compris comprise comprises comprend comprennent comprendre; passer migrer; activer mettre allumer
diriger directeur dirigeant dirige; suivre suivi; contenir comporter inclure; proposer offrir fournir; recommander conseiller
eviter empecher; soigner traiter guerir; cuire cuisiner preparer; construire batir; lancer demarrer executer
redemarrer relancer; reduire diminuer baisser; augmenter accroitre; ameliorer optimiser; calculer determiner
dose posologie; vaccin vaccination; symptome signe; tele television; canape sofa; ascenseur elevateur; toilette wc sanitaire
fonder creer creation fondation; auteur ecrire; population habitant; examen test epreuve; note score; bourse aide
professeur enseignant; vivre habiter resider; demenager demenagement; mariage marier; deces mort mourir; naissance naitre
vote election; tribunal justice; avocat conseil; urgence urgent; blessure blesser; repondre reponse
groupe equipe; dossier repertoire; fonction fonctionnalite; taxe impot; repas nourriture; boisson boire; valeur valoir
lier relier connecter associer; clignoter clignote; apporter emporter prendre amener; disposer avoir posseder; risque penalite
trier classer; afficher visualiser; chercher trouver; recharger charger; brancher raccorder connecter; laver nettoyer entretien entretenir
agenda calendrier; hameconnage phishing; moyen mode; interlocuteur contact contacter
verser verse verses versee versees payer; financer finance financent payer priseencharge; auto automobile voiture; article produit; louer location; duplicata copie double; reagir agir; rendre restituer rapporter ramener; appeler contacter joindre telephoner adresser; cheque cheques; fuite ecoulement; amener emmener apporter prendre venir; passer passe circuler circule rouler roule; garder garde; visite visiter; compter compte composer compose comprendre comporter
appairer jumeler associer coupler; reglage parametre configuration; remettre restaurer reinitialiser; manquer manque manquee rater rate ratee; formule abonnement offre forfait; suspendre suspendue interrompre
personnel prive; allonger prolonger; vitesse rapidite; annuler annule annulation; comestible manger mange; tension courant; papier papiers piece pieces document documents justificatif
poser demander; colocation coloc; inscrire adherer; casser casse briser; bloquer bloque; fournir presenter apporter; deplacement voyage; besoin necessaire; plainte reclamation
priseencharge couvrir assurer; priseencharge payer rembourser; priseencharge utiliser accepter; autonomie duree durer temps
"""
_COMPLEMENTS = """
activer active | desactiver desactive inactif
verrouiller verrouille bloquer bloque | deverrouiller deverrouille debloquer debloque; disponible | indisponible
valide valable | invalide; autoriser autorise permis permettre legal | interdire interdit illegal
possible | impossible; ouvrir ouvert ouverte ouverts ouverture | fermer ferme fermee fermes fermeture
present presente | absent absente; paye payee | impaye impayee
inclure inclus incluse compris | exclure exclu exclus exclue; visible afficher | masquer masque cache
reussir reussi reussite | echouer echoue echec; accepter accepte accord approuver | refuser refuse refus rejeter
obligatoire | facultatif facultative optionnel optionnelle; connecter connecte | deconnecter deconnecte
complet complete | incomplet incomplete; meme identique | different differente; public publique | prive privee
limite | illimite; fumeur | nonfumeur; plein pleine | vide; eligible | ineligible; marie mariee | celibataire
suffisant | insuffisant
"""
_OPPOSITES = """
installer installation | desinstaller desinstallation
abonner inscrire inscription adherer | desabonner desinscrire desinscription; connexion | deconnexion
telecharger | televerser; importer import importation | exporter export exportation
augmenter augmentation hausse accroitre monter | diminuer diminution baisse reduire baisser reduction
ajouter ajout inserer | supprimer retirer enlever suppression; creer creation | supprimer detruire suppression
acheter achat | vendre vente; preter pret | emprunter emprunt; envoyer envoi expedier | recevoir reception
donner | prendre recevoir; commencer debut debuter demarrer demarrage | arreter fin finir terminer arret
avant precedent | apres suivant depuis; premier premiere premiers | dernier derniere derniers
minimum minimal minimale min | maximum maximal maximale max; plus superieur superieure | moins inferieur inferieure
dessus | dessous; haut haute hausse | bas basse; interieur interne dedans | exterieur externe dehors; tot | tard
gauche | droite; devant avant | derriere arriere
depuis | jusqu jusque
chaud chaude chauffage chauffer | froid froide climatisation refroidir
rapide rapidement vite | lent lente lentement; grand grande gros | petit petite; long longue | court courte
lourd | leger; fort forte | faible; nouveau nouvelle neuf neuve | ancien ancienne vieux occasion
actuel actuelle dernier derniere nouveau nouvelle recent recente | precedent precedente ancien ancienne initial initiale
facile simple | difficile; riche | pauvre; gagner | perdre; arriver arrivee | partir depart
entrer entree | sortir sortie; pousser | tirer; embaucher recruter embauche recrutement | licencier licenciement
avantage | inconvenient; recette revenu gain benefice | depense perte charge; debit | credit
deposer depot | retirer retrait; chiffrer chiffrement compresser | dechiffrer dechiffrement decompresser
lire lecture | ecrire ecriture; congeler | decongeler; national nationale | international internationale etranger
salarie employe | employeur patron; proprietaire bailleur | locataire preneur; acheteur client | vendeur fournisseur
expediteur | destinataire; professeur enseignant | eleve etudiant; parent mere pere | enfant
homme hommes garcon masculin | femme femmes fille feminin; adulte majeur | enfant mineur; jour | nuit
matin | soir apres-midi; semaine | week-end weekend; ete estival | hiver hivernal
permanent indeterminee indetermine cdi | temporaire determinee determine cdd; plein complet | partiel partielle
manuel manuellement | automatique automatiquement; brut brute | net nette; entrant entrante | sortant sortante
actif | passif; croissant | decroissant; paye payant remunere | gratuit; materiel | logiciel
positif positive | negatif negative; toujours | jamais parfois; oral verbal | ecrit; nord | sud; est | ouest
"""
SWAPS = SwapWords(
    interchangeable=_INTERCHANGEABLE,
    complements=_COMPLEMENTS,
    opposites=_OPPOSITES,
    empty="""
    le la les l un une des du de d au aux ce cet cette ces cela ca c y ci
    je j me m moi mon ma mes mien nous notre nos tu te t toi ton ta tes vous votre vos il elle ils elles on se s son sa
    ses soi leur leurs lui eux quelqu
    est sont etait etaient etre ete suis es sommes etes sera seront serait a ai as avons avez ont avoir avait avaient
    peut peux puis peuvent pouvons pouvez pouvoir pourrait pourrais pourrions doit dois doivent devons devez devoir
    devrait devrais faut falloir faudrait
    que qu qui quoi quel quelle quels quelles lequel laquelle lesquels lesquelles dont quand comment combien pourquoi ou
    dans en vers sur par pour avec chez pendant et si alors donc lorsque lorsqu n ne deja exactement
    """,
    light="disposer dispose dire savoir expliquer expliquez indiquer connaitre trouver trouve faire chose personne personnes fait fais font effectuer effectue realiser proceder obtenir rester voudrais aimerais",
    infinitives=("",),
    finites=("ent", "i"),
    negating=("in", "im", "ir", "il", "non"),
    turning=("de", "des", "dis"),
)
