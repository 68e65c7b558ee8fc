import { count } from "../language";
import type { LabellingLabels } from "./en";

export const FR: LabellingLabels = {
  title: "Juger les citations",
  about: "Les passages confirment-ils ce que dit le paragraphe ? Jugez d’après les passages seuls, non d’après ce que vous savez.",
  labeller: "Votre nom",
  start: "Commencer",
  queue: "Quoi",
  week: "Réponses des sept derniers jours",
  run: (set, at) => `${set}, ${new Intl.DateTimeFormat("fr", { dateStyle: "medium", timeStyle: "short" }).format(at)}`,
  progress: (labelled, total) => `${count("fr", labelled)} sur ${count("fr", total)} jugés`,
  paragraph: "Paragraphe",
  passages: "Passages cités",
  judgements: { supported: "Confirmé", partly: "En partie", not: "Non confirmé" },
  skip: "Passer",
  undo: "Annuler",
  useKeys: "Utiliser ces touches",
  did: { supported: "Jugé confirmé", partly: "Jugé confirmé en partie", not: "Jugé non confirmé", undo: "Annulé", skip: "Passé" },
  done: "Tout est jugé ici.",
  none: "Rien à juger : aucun paragraphe ne cite de passage ici.",
  agreement: "Accord",
  kappa: (names, kappa, cases) =>
    `${names} : kappa ${kappa === null ? "non défini" : kappa.toFixed(2).replace(".", ",")} sur ${count("fr", cases)} cas`,
  contradictions: (number) =>
    `${count("fr", number)} ${number > 1 ? "contradictions" : "contradiction"} : les avis divergent sur ce que les passages confirment. Ces jugements ne comptent pas.`,
};
