import type { PageLabels } from "./en";

export const FR: PageLabels = {
  htmlLanguage: "fr",
  chooseLanguage: "Langue",
  signIn: "Se connecter",
  signOut: "Se déconnecter",
  key: "Clé d’accès",
  keyHint: "Les clés sont remises par la personne qui gère cette passerelle.",
  wrongKey: "Cette clé n’est pas valable ici.",
  statusUnknown: "La passerelle ne répond pas. Est-elle toujours en marche ?",
  close: "Fermer",
  unexpected: "Un problème est survenu sur cette page. La réponse de la passerelle n’a pas pu être lue.",
  retry: "Réessayer",
  skip: "Aller au contenu",
  navigation: "Pages",
  pageNames: { console: "Console", sources: "Sources", memory: "Mémoire", qa: "QA", labels: "Jugements", evaluations: "Évaluation", feedback: "Avis", usage: "Usage", keys: "Clés", audit: "Journal" },
  signedOut: "Vous n’êtes plus connecté. Connectez-vous, et tout reprend là où cela s’est arrêté.",
};
