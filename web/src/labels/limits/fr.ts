import type { LimitsLabels } from "./en";

export const FR: LimitsLabels = {
  title: "Limites",
  together: "Toutes les clés ensemble",
  ofKey: "Limites",
  keyHint: "Un champ vide suit les réglages ; 0 veut dire sans limite.",
  tenantHint: "Elles resserrent ce que l’exploitant accorde, sans jamais l’élargir. Un champ vide ne fixe rien.",
  names: {
    requests_per_minute: "Requêtes par minute",
    running_answers: "Réponses en cours",
    viewers: "Flux ouverts",
    tokens_per_day: "Jetons par jour",
    stored_bytes: "Mégaoctets stockés",
  },
  used: {
    requests_per_minute: (number) => `${number} pendant la dernière minute`,
    running_answers: (number) => `${number} en ce moment`,
    viewers: (number) => `${number} en ce moment`,
    tokens_per_day: (number) => `${number} aujourd’hui (UTC)`,
    stored_bytes: (number) => `${number} en ce moment`,
  },
  most: (number) => `${number} au plus`,
  unlimited: "sans limite",
  of: (used, most) => `${used}, ${most}`,
  none: "Sans limite",
  save: "Enregistrer les limites",
  saved: "Enregistré. Cela s’applique en cinq secondes.",
};
