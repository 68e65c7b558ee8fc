import { count } from "../language";
import type { LabellingLabels } from "./en";

export const ZH: LabellingLabels = {
  title: "标注引用",
  about: "这些段落是否支持该段内容？请只根据段落判断，不要依据自己的知识。",
  labeller: "您的名字",
  start: "开始",
  queue: "范围",
  week: "最近七天的回答",
  run: (set, at) => `${set}，${new Intl.DateTimeFormat("zh", { dateStyle: "medium", timeStyle: "short" }).format(at)}`,
  progress: (labelled, total) => `已标注 ${count("zh", labelled)} / ${count("zh", total)}`,
  paragraph: "回答段落",
  passages: "引用的原文",
  judgements: { supported: "支持", partly: "部分支持", not: "不支持" },
  skip: "跳过",
  undo: "撤销",
  useKeys: "使用这些按键",
  did: { supported: "已标注为支持", partly: "已标注为部分支持", not: "已标注为不支持", undo: "已撤销", skip: "已跳过" },
  done: "这里的内容已全部标注。",
  none: "没有可标注的内容：这里没有段落引用原文。",
  agreement: "一致性",
  kappa: (names, kappa, cases) => `${names}：kappa ${kappa === null ? "无定义" : kappa.toFixed(2)}，共 ${count("zh", cases)} 项`,
  contradictions: (number) => `${count("zh", number)} 项相互矛盾：标注者对原文是否支持看法不一。这些标注不计入。`,
};
