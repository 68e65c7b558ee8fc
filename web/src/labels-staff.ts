/** The words of the staff pages, in English, French and Chinese. Names of steps and reasons stay as the gateway has them. */
import type { Figures, Status } from "./memories";
import type { Language } from "./labels";

export interface StaffLabels {
  readonly title: string;
  readonly figures: (figures: Figures) => string;
  readonly status: string;
  readonly all: string;
  readonly statuses: Readonly<Record<Status, string>>;
  readonly search: string;
  readonly find: string;
  readonly more: string;
  readonly none: string;
  readonly answer: string;
  readonly sources: string;
  readonly noSources: string;
  readonly changed: string;
  readonly similar: string;
  readonly noSimilar: string;
  readonly counts: (hits: number, wrong: number) => string;
  readonly validate: string;
  readonly obsolete: string;
  readonly remove: string;
  readonly confirm: string;
  readonly cancel: string;
  readonly dryRun: string;
  readonly dryRunHint: string;
  readonly question: string;
  readonly workspace: string;
  readonly run: string;
  readonly hit: string;
  readonly miss: (reason: string) => string;
  readonly nearest: string;
  readonly step: string;
  readonly outcome: string;
  readonly detail: string;
  readonly passed: string;
  readonly failed: string;
  readonly skipped: string;
}

export const STAFF: Readonly<Record<Language, StaffLabels>> = {
  en: {
    title: "Answer memory",
    figures: ({ days, served, refused, disagreed }) =>
      `Last ${days} days: served ${served}, not served ${refused}, found to differ ${disagreed}`,
    status: "Status",
    all: "All",
    statuses: { pending: "pending", validated: "validated", stale: "stale", obsolete: "obsolete" },
    search: "Words in question or answer",
    find: "Search",
    more: "Show more",
    none: "No entry fits.",
    answer: "Answer",
    sources: "Sources",
    noSources: "This answer was handed in without sources.",
    changed: "changed or gone since",
    similar: "Similar questions",
    noSimilar: "None.",
    counts: (hits, wrong) => `served: ${hits}, found to differ: ${wrong}`,
    validate: "Validate",
    obsolete: "Mark obsolete",
    remove: "Delete",
    confirm: "Delete for good",
    cancel: "Keep",
    dryRun: "Try a question",
    dryRunHint: "Shows every step of the decision. Nothing is counted or changed.",
    question: "Question",
    workspace: "Workspace (may be empty)",
    run: "Try",
    hit: "Served from memory",
    miss: (reason) => `Not served: ${reason}`,
    nearest: "Nearest entry:",
    step: "Step",
    outcome: "Outcome",
    detail: "Detail",
    passed: "passed",
    failed: "failed",
    skipped: "not asked",
  },
  fr: {
    title: "Mémoire de réponses",
    figures: ({ days, served, refused, disagreed }) =>
      `${days} derniers jours. Servies : ${served}, non servies : ${refused}, jugées différentes : ${disagreed}`,
    status: "État",
    all: "Tous",
    statuses: { pending: "en attente", validated: "validée", stale: "périmée", obsolete: "obsolète" },
    search: "Mots de la question ou de la réponse",
    find: "Chercher",
    more: "En montrer plus",
    none: "Aucune entrée ne correspond.",
    answer: "Réponse",
    sources: "Sources",
    noSources: "Cette réponse a été remise sans sources.",
    changed: "modifiée ou disparue depuis",
    similar: "Questions semblables",
    noSimilar: "Aucune.",
    counts: (hits, wrong) => `servie : ${hits}, jugée différente : ${wrong}`,
    validate: "Valider",
    obsolete: "Marquer obsolète",
    remove: "Supprimer",
    confirm: "Supprimer définitivement",
    cancel: "Garder",
    dryRun: "Essayer une question",
    dryRunHint: "Montre chaque étape de la décision. Rien n’est compté ni modifié.",
    question: "Question",
    workspace: "Espace de travail (facultatif)",
    run: "Essayer",
    hit: "Servie de mémoire",
    miss: (reason) => `Non servie : ${reason}`,
    nearest: "Entrée la plus proche :",
    step: "Étape",
    outcome: "Résultat",
    detail: "Détail",
    passed: "réussie",
    failed: "échouée",
    skipped: "non demandée",
  },
  zh: {
    title: "回答记忆",
    figures: ({ days, served, refused, disagreed }) =>
      `最近 ${days} 天：使用 ${served} 次，未使用 ${refused} 次，发现不一致 ${disagreed} 次`,
    status: "状态",
    all: "全部",
    statuses: { pending: "待确认", validated: "已确认", stale: "已过期", obsolete: "已停用" },
    search: "问题或回答中的词",
    find: "搜索",
    more: "显示更多",
    none: "没有符合的条目。",
    answer: "回答",
    sources: "来源",
    noSources: "该回答提交时没有来源。",
    changed: "此后已更改或删除",
    similar: "相似的问题",
    noSimilar: "没有。",
    counts: (hits, wrong) => `使用 ${hits} 次，发现不一致 ${wrong} 次`,
    validate: "确认",
    obsolete: "停用",
    remove: "删除",
    confirm: "永久删除",
    cancel: "保留",
    dryRun: "试一个问题",
    dryRunHint: "显示判断的每一步，不计数，也不更改任何内容。",
    question: "问题",
    workspace: "工作区（可留空）",
    run: "试试",
    hit: "由记忆回答",
    miss: (reason) => `未使用：${reason}`,
    nearest: "最接近的条目：",
    step: "步骤",
    outcome: "结果",
    detail: "详情",
    passed: "通过",
    failed: "未通过",
    skipped: "未检查",
  },
};
