import { day, percent } from "../language";
import type { AnswerLabels } from "./labels";

export const FR: AnswerLabels = {
  connecting: "Envoi de votre question",
  reconnecting: "Connexion perdue, en attente de la passerelle",
  thinking: "Raisonnement",
  incompleteCitations: "Les citations peuvent être incomplètes.",
  endsEarly: "La réponse s’arrête avant la fin",
  reasons: {
    not_json: "le modèle n’a pas respecté le format",
    bad_shape: "le modèle n’a pas respecté le format",
    truncated: "le modèle s’est arrêté en cours de réponse",
    upstream_error: "le modèle a échoué",
    timeout: "le modèle a mis trop de temps",
    interrupted: "la génération a été interrompue",
    stopped: "elle a été arrêtée",
    budget: "le budget de jetons est épuisé",
    limit: "elle a atteint la longueur maximale",
    content_filter: "le filtre de contenu du modèle est intervenu",
    refusal: "le modèle a refusé",
  },
  notFound: "Introuvable dans les documents",
  notFoundHint: "Rien de pertinent n’a été trouvé, donc rien n’est répondu. D’autres mots ou une question plus précise trouveront peut-être quelque chose.",
  sections: "Sections de cette réponse",
  askSection: (id) => `Détaille ${id}`,
  fromMemory: "Tirée de la mémoire de réponses",
  alike: (share) => `semblable à ${percent("fr", share)}`,
  answeredOn: (time) => `donnée le ${day("fr", time)}`,
  askAfresh: "Demander à nouveau",
  warnings: "Remarques",
  offline: "Pas de réseau. La suite viendra dès son retour.",
  tryNow: "Essayer maintenant",
  finished: (sources) => `La réponse est complète. ${sources === 0 ? "Aucune source" : sources === 1 ? "1 source" : `${sources} sources`}.`,
  doubtful: "Les documents ne répondent peut-être pas à cette question ; voici ce qui s’en approche le plus, sans garantie que cela convienne.",
  quotes: "Citations tirées des documents ; rien n’a été rédigé par un modèle.",
  noSource: "sans source",
  noSourceWhy: "Aucun passage n’est cité pour ce paragraphe.",
  noSources: "Cette réponse ne cite aucune source : rien n’y renvoie aux documents.",
  askAgain: "Redemander",
  searchDocuments: "Chercher dans les documents",
  searching: "Recherche dans les documents",
  found: (number) => (number < 2 ? `${number} passage trouvé` : `${number} passages trouvés`),
  dropped: (number) =>
    number === 1
      ? "1 citation a été écartée, car son passage n’appuie pas le paragraphe."
      : `${number} citations ont été écartées, car leurs passages n’appuient pas les paragraphes.`,
  notFoundEmpty: "Il n’y a pas encore de documents, donc rien à trouver. Ajoutez-en d’abord.",
};
