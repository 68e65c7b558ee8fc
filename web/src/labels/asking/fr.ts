import { count } from "../language";
import type { AskingLabels } from "./en";

export const FR: AskingLabels = {
  headline: "Interrogez vos documents.",
  promise: "Chaque paragraphe de la réponse montre les passages sur lesquels il s’appuie, ou dit qu’il n’en a pas.",
  placeholder: "Posez une question",
  ask: "Demander",
  whereToLook: "Choisir où chercher",
  tryOne: "Pour essayer",
  newConversation: "Nouvelle conversation",
  conversation: "Conversation",
  conversations: "Conversations",
  you: "Votre question",
  loaded: (documents, passages) =>
    `${count("fr", documents)} ${documents < 2 ? "document" : "documents"}, ` +
    `${count("fr", passages)} ${passages < 2 ? "passage" : "passages"} en base`,
  nothingLoaded: "Aucun document n’est encore chargé.",
  addDocuments: "Ajouter des documents",
  sampleLeftOut: "Les documents d’exemple ne sont plus consultés.",
  extractive: "Aucun modèle configuré : phrases citées",
  model: (name) => `Réponses par ${name}`,
  failed: "Pas de réponse cette fois",
  connectionLost: "La connexion à la passerelle est perdue.",
  reconnect: "Se reconnecter",
  tooLong: (limit) => `Une question compte au plus ${count("fr", limit)} caractères.`,
  stop: "Arrêter",
  understood: (question) => `Compris comme : ${question}`,
  round: (round, most) => `Échange ${round} sur ${most}`,
  workflow: "Étapes",
  sessionFull: "Cette session a atteint son nombre d’échanges. Continuez dans une nouvelle session.",
  sessionOver: "Cette session est terminée. Continuez dans une nouvelle session.",
  newSession: "Nouvelle session",
  cutShort: "La réponse s’arrête ici",
};
