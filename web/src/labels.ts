/** Every word of the page that is not the gateway's, in English, French and Chinese. */

export const LANGUAGES = ["en", "fr", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Labels {
  /** The language's own name, for the switch. */
  readonly name: string;
  readonly shortName: string;
  readonly htmlLanguage: string;
  readonly chooseLanguage: string;
  readonly headline: string;
  readonly promise: string;
  readonly placeholder: string;
  readonly ask: string;
  readonly tryOne: string;
  readonly newConversation: string;
  readonly signIn: string;
  readonly signOut: string;
  readonly key: string;
  readonly keyHint: string;
  readonly wrongKey: string;
  readonly conversation: string;
  readonly you: string;
  readonly loaded: (documents: number, passages: number) => string;
  readonly nothingLoaded: string;
  readonly sampleLeftOut: string;
  readonly extractive: string;
  readonly model: (name: string) => string;
  readonly statusUnknown: string;
  readonly connecting: string;
  readonly reconnecting: string;
  readonly thinking: string;
  readonly sources: (count: number) => string;
  readonly openSource: (number: number, title: string) => string;
  readonly citations: string;
  readonly page: (page: number) => string;
  readonly pages: (first: number, last: number) => string;
  readonly openPage: (page: number) => string;
  readonly close: string;
  readonly graph: string;
  readonly weak: string;
  readonly moved: string;
  readonly missing: string;
  readonly incompleteCitations: string;
  readonly endsEarly: string;
  readonly reasons: Readonly<Record<string, string>>;
  readonly notFound: string;
  readonly failed: string;
  readonly connectionLost: string;
  readonly unexpected: string;
  readonly retry: string;
  readonly reconnect: string;
  readonly tooLong: (limit: number) => string;
  readonly stop: string;
  readonly notFoundHint: string;
  readonly sections: string;
  /** The question behind the chip of a section; contains its id, which the gateway resolves. */
  readonly askSection: (id: string) => string;
  readonly understood: (question: string) => string;
  readonly fromMemory: string;
  readonly alike: (share: number) => string;
  readonly answeredOn: (time: Date) => string;
  readonly askAfresh: string;
  readonly warnings: string;
  readonly round: (round: number, most: number) => string;
  readonly workflow: string;
  readonly sessionFull: string;
  readonly sessionOver: string;
  readonly newSession: string;
}

const EN: Labels = {
  name: "English",
  shortName: "EN",
  htmlLanguage: "en",
  chooseLanguage: "Language",
  headline: "Ask your documents.",
  promise: "Every paragraph of the answer shows the passage it comes from.",
  placeholder: "Ask a question",
  ask: "Ask",
  tryOne: "Try one of these",
  newConversation: "New conversation",
  signIn: "Sign in",
  signOut: "Sign out",
  key: "Access key",
  keyHint: "Whoever runs this gateway gives out keys.",
  wrongKey: "This key is not valid here.",
  conversation: "Conversation",
  you: "You asked",
  loaded: (documents, passages) =>
    `${count("en", documents)} ${documents === 1 ? "document" : "documents"}, ` +
    `${count("en", passages)} ${passages === 1 ? "passage" : "passages"} loaded`,
  sampleLeftOut: "The sample documents are not searched any more.",
  nothingLoaded: "No documents are loaded yet. Add some with",
  extractive: "No model configured: quoted sentences",
  model: (name) => `Answers by ${name}`,
  statusUnknown: "The gateway does not answer. Is it still running?",
  connecting: "Sending your question",
  reconnecting: "Connection lost, reconnecting",
  thinking: "Thinking",
  sources: (number) => (number === 1 ? "1 source" : `${number} sources`),
  openSource: (number, title) => `Source ${number}: ${title}`,
  citations: "Sources of this paragraph",
  page: (page) => `page ${page}`,
  pages: (first, last) => `pages ${first}–${last}`,
  openPage: (page) => `Open the document at page ${page}`,
  close: "Close",
  graph: "Knowledge graph",
  weak: "The passage covers this paragraph only in part.",
  moved: "Another passage supports this paragraph better than the one first cited; it is shown here.",
  missing: "This source has not arrived yet.",
  incompleteCitations: "Citations may be incomplete.",
  endsEarly: "The answer ends early",
  reasons: {
    not_json: "the model did not keep to the format",
    bad_shape: "the model did not keep to the format",
    truncated: "the model stopped in mid-answer",
    upstream_error: "the model failed",
    timeout: "the model took too long",
    interrupted: "the generation was interrupted",
    stopped: "it was stopped",
    budget: "the token budget is used up",
    limit: "it reached the length limit",
    content_filter: "the model's content filter stepped in",
    refusal: "the model declined",
  },
  notFound: "Not found in the documents",
  failed: "No answer this time",
  connectionLost: "The connection to the gateway is lost.",
  unexpected: "Something went wrong on this page. The gateway's answer could not be read.",
  retry: "Try again",
  reconnect: "Reconnect",
  tooLong: (limit) => `A question may have at most ${count("en", limit)} characters.`,
  stop: "Stop",
  notFoundHint: "Nothing is answered without a source. Other words or a narrower question may find one.",
  sections: "Sections of this answer",
  askSection: (id) => `Tell me more about ${id}`,
  understood: (question) => `Understood as: ${question}`,
  fromMemory: "From the answer memory",
  alike: (share) => `${percent("en", share)} alike`,
  answeredOn: (time) => `answered on ${day("en", time)}`,
  askAfresh: "Ask afresh",
  warnings: "Remarks",
  round: (round, most) => `Round ${round} of ${most}`,
  workflow: "Workflow",
  sessionFull: "This session has had all its rounds. Go on in a new one.",
  sessionOver: "This session is over. Go on in a new one.",
  newSession: "New session",
};

const FR: Labels = {
  name: "Français",
  shortName: "FR",
  htmlLanguage: "fr",
  chooseLanguage: "Langue",
  headline: "Interrogez vos documents.",
  promise: "Chaque paragraphe de la réponse montre le passage dont il provient.",
  placeholder: "Posez une question",
  ask: "Demander",
  tryOne: "Pour essayer",
  newConversation: "Nouvelle conversation",
  signIn: "Se connecter",
  signOut: "Se déconnecter",
  key: "Clé d’accès",
  keyHint: "Les clés sont remises par la personne qui gère cette passerelle.",
  wrongKey: "Cette clé n’est pas valable ici.",
  conversation: "Conversation",
  you: "Votre question",
  loaded: (documents, passages) =>
    `${count("fr", documents)} ${documents < 2 ? "document" : "documents"}, ` +
    `${count("fr", passages)} ${passages < 2 ? "passage" : "passages"} en base`,
  sampleLeftOut: "Les documents d’exemple ne sont plus consultés.",
  nothingLoaded: "Aucun document n’est encore chargé. Pour en ajouter :",
  extractive: "Aucun modèle configuré : phrases citées",
  model: (name) => `Réponses par ${name}`,
  statusUnknown: "La passerelle ne répond pas. Est-elle toujours en marche ?",
  connecting: "Envoi de votre question",
  reconnecting: "Connexion perdue, reconnexion en cours",
  thinking: "Raisonnement",
  sources: (number) => (number === 1 ? "1 source" : `${number} sources`),
  openSource: (number, title) => `Source ${number} : ${title}`,
  citations: "Sources de ce paragraphe",
  page: (page) => `page ${page}`,
  pages: (first, last) => `pages ${first} à ${last}`,
  openPage: (page) => `Ouvrir le document à la page ${page}`,
  close: "Fermer",
  graph: "Graphe de connaissances",
  weak: "Le passage ne couvre ce paragraphe qu’en partie.",
  moved: "Un autre passage soutient mieux ce paragraphe que celui cité d’abord ; c’est lui qui est montré.",
  missing: "Cette source n’est pas encore arrivée.",
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
  failed: "Pas de réponse cette fois",
  connectionLost: "La connexion à la passerelle est perdue.",
  unexpected: "Un problème est survenu sur cette page. La réponse de la passerelle n’a pas pu être lue.",
  retry: "Réessayer",
  reconnect: "Se reconnecter",
  tooLong: (limit) => `Une question compte au plus ${count("fr", limit)} caractères.`,
  stop: "Arrêter",
  notFoundHint: "Rien n’est répondu sans source. D’autres mots ou une question plus précise en trouveront peut-être une.",
  sections: "Sections de cette réponse",
  askSection: (id) => `Détaille ${id}`,
  understood: (question) => `Compris comme : ${question}`,
  fromMemory: "Tirée de la mémoire de réponses",
  alike: (share) => `semblable à ${percent("fr", share)}`,
  answeredOn: (time) => `donnée le ${day("fr", time)}`,
  askAfresh: "Demander à nouveau",
  warnings: "Remarques",
  round: (round, most) => `Échange ${round} sur ${most}`,
  workflow: "Étapes",
  sessionFull: "Cette session a atteint son nombre d’échanges. Continuez dans une nouvelle session.",
  sessionOver: "Cette session est terminée. Continuez dans une nouvelle session.",
  newSession: "Nouvelle session",
};

const ZH: Labels = {
  name: "中文",
  shortName: "中文",
  htmlLanguage: "zh-Hans",
  chooseLanguage: "语言",
  headline: "向您的文档提问。",
  promise: "回答的每一段都标明出自哪段原文。",
  placeholder: "输入您的问题",
  ask: "提问",
  tryOne: "试试这些问题",
  newConversation: "新对话",
  signIn: "登录",
  signOut: "退出登录",
  key: "访问密钥",
  keyHint: "密钥由本网关的管理员发放。",
  wrongKey: "此密钥在这里无效。",
  conversation: "对话",
  you: "您的问题",
  loaded: (documents, passages) => `已载入 ${count("zh", documents)} 篇文档，${count("zh", passages)} 个段落`,
  sampleLeftOut: "不再检索示例文档。",
  nothingLoaded: "尚未载入文档。添加文档：",
  extractive: "未配置模型：直接引用原文句子",
  model: (name) => `由 ${name} 回答`,
  statusUnknown: "网关没有响应，它还在运行吗？",
  connecting: "正在发送问题",
  reconnecting: "连接中断，正在重新连接",
  thinking: "思考过程",
  sources: (number) => `${number} 个来源`,
  openSource: (number, title) => `来源 ${number}：${title}`,
  citations: "本段来源",
  page: (page) => `第 ${page} 页`,
  pages: (first, last) => `第 ${first}–${last} 页`,
  openPage: (page) => `打开文档第 ${page} 页`,
  close: "关闭",
  graph: "知识图谱",
  weak: "原文只支持本段的一部分内容。",
  moved: "另一段原文比最初引用的更能支持本段，此处显示的是前者。",
  missing: "该来源尚未到达。",
  incompleteCitations: "引用可能不完整。",
  endsEarly: "回答提前结束",
  reasons: {
    not_json: "模型没有遵守格式",
    bad_shape: "模型没有遵守格式",
    truncated: "模型中途停止",
    upstream_error: "模型出错",
    timeout: "模型超时",
    interrupted: "生成被中断",
    stopped: "已被停止",
    budget: "令牌预算已用完",
    limit: "达到长度上限",
    content_filter: "模型的内容过滤器介入",
    refusal: "模型拒绝回答",
  },
  notFound: "文档中没有找到",
  failed: "这次没有得到回答",
  connectionLost: "与网关的连接已中断。",
  unexpected: "页面出错，无法读取网关的回答。",
  retry: "重试",
  reconnect: "重新连接",
  tooLong: (limit) => `问题最多 ${count("zh", limit)} 个字符。`,
  stop: "停止",
  notFoundHint: "没有来源就不作回答。换个说法或把问题问得更具体，也许能找到。",
  sections: "回答的各部分",
  askSection: (id) => `详细说说 ${id}`,
  understood: (question) => `理解为：${question}`,
  fromMemory: "来自回答记忆",
  alike: (share) => `相似度 ${percent("zh", share)}`,
  answeredOn: (time) => `回答于 ${day("zh", time)}`,
  askAfresh: "重新提问",
  warnings: "说明",
  round: (round, most) => `第 ${round} 轮，共 ${most} 轮`,
  workflow: "流程",
  sessionFull: "本会话的轮次已用完，请在新会话中继续。",
  sessionOver: "本会话已结束，请在新会话中继续。",
  newSession: "新会话",
};

export const LABELS: Readonly<Record<Language, Labels>> = { en: EN, fr: FR, zh: ZH };

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/** The first of the reader's languages (BCP 47 tags, best first) that the page speaks; English when none is. */
export function preferredLanguage(tags: readonly string[]): Language {
  return tags.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? "en";
}

function count(language: Language, number: number): string {
  return new Intl.NumberFormat(language).format(number);
}

function percent(language: Language, share: number): string {
  return new Intl.NumberFormat(language, { style: "percent" }).format(Math.max(0, share));
}

function day(language: Language, time: Date): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "long" }).format(time);
}
