import { count } from "../language";
import type { ConversationsLabels } from "./en";

export const FR: ConversationsLabels = {
  title: "Conversations",
  search: "Rechercher dans les conversations",
  today: "Aujourd’hui",
  yesterday: "Hier",
  thisWeek: "Cette semaine",
  earlier: "Plus tôt",
  writing: "réponse en cours",
  rename: "Renommer",
  name: "Nom de la conversation",
  save: "Enregistrer",
  cancel: "Annuler",
  remove: "Supprimer",
  undo: "Rétablir",
  more: "Afficher la suite",
  none: "Vos conversations apparaîtront ici dès votre première question.",
  noneFound: "Aucune conversation ne contient ces mots.",
  found: (number, more) =>
    `${more ? "plus de " : ""}${count("fr", number)} ${number < 2 ? "conversation trouvée" : "conversations trouvées"}`,
  renamed: (title) => `Renommée « ${title} »`,
  removed: (title) => `« ${title} » est supprimée`,
  restored: (title) => `« ${title} » est rétablie`,
  loading: "Chargement de la conversation…",
  gone: "Cette conversation n’existe pas",
  goneHint: "Elle a été supprimée ou appartient à quelqu’un d’autre.",
  answer: "Réponse",
  answerGone: "Cette réponse n’existe pas",
  askFurther: "Poursuivre",
  recording: "Voir comment elle a été produite",
};
