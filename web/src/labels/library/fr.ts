import { count } from "../language";
import type { LibraryLabels } from "./en";
import { bytes, minutes, shortDay } from "./numbers";

const files = (number: number): string => `${count("fr", number)} ${number < 2 ? "fichier" : "fichiers"}`;
const answers = (number: number): string => `${count("fr", number)} ${number < 2 ? "réponse" : "réponses"}`;
const passages = (number: number): string => `${count("fr", number)} ${number < 2 ? "passage" : "passages"}`;

export const FR: LibraryLabels = {
  title: "Documents",
  add: "Ajouter des documents",
  drop: "Déposez des fichiers ou des dossiers n’importe où sur cette page, ou",
  chooseFiles: "Choisir des fichiers",
  chooseFolder: "Choisir un dossier",
  intoWorkspace: "Dans l’espace de travail (facultatif)",
  uploads: "En route",
  clear: "Vider la liste",
  sent: (done, all) => `${count("fr", done)} sur ${files(all)} : terminé`,
  allSent: (read, failed) => `Tout est envoyé. Lus : ${count("fr", read)}, échecs : ${count("fr", failed)}`,
  leftOut: (number) => `Laissés de côté : ${files(number)} d’un genre qui n’est pas lu`,
  waiting: "en attente",
  sending: "envoi",
  reading: "lecture en cours",
  ready: (number) => `prêt, ${passages(number)}`,
  unchanged: "inchangé depuis la dernière fois",
  failed: "échec",
  replaces: (title) => `à la place de ${title}`,
  network: "L’envoi a échoué. Le réseau est-il là, et le fichier toujours à sa place ?",
  large: (megabytes) => `Un envoi compte au plus ${count("fr", megabytes)} Mo.`,
  failures: "N’ont pas pu être lus",
  failuresHint: "Ce qui a échoué à son dernier envoi. Cela reste ici jusqu’à être lu ou écarté.",
  gone: "Son contenu n’est plus conservé. Envoyez-le de nouveau.",
  dismiss: "Écarter",
  list: "Tous les documents",
  search: "Dans le titre ou le nom du fichier",
  find: "Chercher",
  workspace: "Espace de travail",
  kind: "Genre",
  all: "Tous",
  order: "Ordre",
  kinds: {
    markdown: "Markdown",
    text: "Texte",
    html: "Page web",
    pdf: "PDF",
    word: "Word",
    table: "Tableau",
    code: "Code",
    slides: "Diapositives",
    book: "Livre",
    mail: "Courriel",
    notebook: "Notebook",
  },
  orders: { newest: "plus récents", title: "titre", size: "plus gros", passages: "plus de passages", cited: "plus cités" },
  more: "En montrer plus",
  none: "Aucun document ne correspond.",
  empty: "Il n’y a pas encore de documents. Ce que vous ajoutez ici peut être interrogé aussitôt.",
  emptyForReaders: "Il n’y a pas encore de documents. Les responsables de cette passerelle les ajoutent.",
  size: (number) => bytes("fr", number),
  passages,
  cited: (number) => (number === 0 ? "pas encore cité" : `cité dans ${answers(number)}`),
  indexing: ({ done, total, remainingS }) =>
    `Recherche par le sens : ${count("fr", done)} sur ${passages(total)} prêts${remainingS === null ? "" : `, encore ${minutes("fr", remainingS)}`}`,
  day: (time) => shortDay("fr", time),
  dated: (day) => `daté du ${day}`,
  original: "Fichier d’origine",
  replace: "Remplacer",
  remove: "Supprimer",
  sure: "Supprimer ce document ?",
  citing: (number) => {
    if (number === null) return "Les réponses qui le citent gardent ce qu’elles ont cité.";
    if (number === 0) return "Aucune réponse ne le cite.";
    return number === 1
      ? "1 réponse le cite, et garde ce qu’elle a cité."
      : `${answers(number)} le citent, et gardent ce qu’elles ont cité.`;
  },
  confirm: "Supprimer définitivement",
  cancel: "Garder",
  did: {
    deleted: (title) => `Supprimé : ${title}`,
    dismissed: (title) => `Écarté : ${title}`,
    read: (title) => `Lu : ${title}`,
    failed: (title) => `Nouvel échec : ${title}`,
  },
  offer: (number) => `Ajouter ${files(number)} aux documents ?`,
  offerHint: "Tous ceux qui peuvent poser des questions ici pourront alors les lire.",
  notAllowed: "Seuls les responsables peuvent ajouter des documents ici.",
  addThem: "Ajouter",
  toLibrary: "Tous les documents",
};
