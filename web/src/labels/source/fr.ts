import type { SourceLabels } from "./labels";

export const FR: SourceLabels = {
  sources: (number) => (number === 1 ? "1 source" : `${number} sources`),
  openSource: (number, title) => `Source ${number} : ${title}`,
  citations: "Sources de ce paragraphe",
  page: (page) => `page ${page}`,
  pages: (first, last) => `pages ${first} à ${last}`,
  openPage: (page) => `Ouvrir le document à la page ${page}`,
  dated: (day, from) => (from === "file" ? `fichier du ${day}` : from === "loaded" ? `chargé le ${day}` : day),
  graph: "Graphe de connaissances",
  weak: "Le passage ne couvre ce paragraphe qu’en partie.",
  doubts: {
    figure: "La source n’indique pas ce chiffre.",
    name: "La source ne mentionne pas ce nom.",
    negation: "La source l’affirme sans négation.",
    comparison: "La source compare dans l’autre sens.",
    part: "La réponse n’a vu qu’une partie du tableau ou de la liste.",
  },
  sourceSays: (value, isQuoted) => `La source dit ${isQuoted ? `« ${value} »` : value}.`,
  inDoubt: { begins: "[douteux : ", ends: "]" },
  moved: "Un autre passage soutient mieux ce paragraphe que celui cité d’abord ; c’est lui qui est montré.",
  missing: "Cette source n’est pas encore arrivée.",
  unchecked: "Cette citation n’a pas pu être vérifiée : le passage est dans une autre langue, ou il y a trop peu de mots à comparer, comme dans du code ou des formules.",
  passage: "Passage",
  table: "Tableau",
  code: "Code",
  sourceCard: "Source",
};
