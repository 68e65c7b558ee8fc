import type { SourceLabels } from "./labels";

export const ZH: SourceLabels = {
  sources: (number) => `${number} 个来源`,
  openSource: (number, title) => `来源 ${number}：${title}`,
  citations: "本段来源",
  page: (page) => `第 ${page} 页`,
  pages: (first, last) => `第 ${first}–${last} 页`,
  openPage: (page) => `打开文档第 ${page} 页`,
  dated: (day, from) => (from === "file" ? `文件日期 ${day}` : from === "loaded" ? `载入于 ${day}` : day),
  graph: "知识图谱",
  weak: "原文只支持本段的一部分内容。",
  doubts: {
    figure: "来源中没有这个数字。",
    name: "来源中没有这个名称。",
    negation: "来源的这一说法没有否定。",
    comparison: "来源的比较正好相反。",
    part: "回答只看到了表格或列表的一部分。",
  },
  sourceSays: (value, isQuoted) => (isQuoted ? `来源说的是“${value}”。` : `来源中是 ${value}。`),
  inDoubt: { begins: "[存疑：", ends: "]" },
  moved: "另一段原文比最初引用的更能支持本段，此处显示的是前者。",
  missing: "该来源尚未到达。",
  unchecked: "此引用无法核对：原文使用另一种语言，或可比较的词太少，例如代码和公式。",
  passage: "原文段落",
  table: "表格",
  code: "代码",
  sourceCard: "来源",
};
