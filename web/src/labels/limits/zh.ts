import type { LimitsLabels } from "./en";

export const ZH: LimitsLabels = {
  title: "限额",
  together: "全部密钥合计",
  ofKey: "限额",
  keyHint: "留空则按设置执行；0 表示不限。",
  tenantHint: "只能在运营方给定的范围内收紧，不能放宽。留空表示不另设。",
  names: {
    requests_per_minute: "每分钟请求数",
    running_answers: "同时生成的回答",
    viewers: "打开的数据流",
    tokens_per_day: "每天的 token 数",
    stored_bytes: "存储量（MB）",
  },
  used: {
    requests_per_minute: (number) => `最近一分钟 ${number}`,
    running_answers: (number) => `当前 ${number}`,
    viewers: (number) => `当前 ${number}`,
    tokens_per_day: (number) => `今天（UTC）${number}`,
    stored_bytes: (number) => `当前 ${number}`,
  },
  most: (number) => `上限 ${number}`,
  unlimited: "不限",
  of: (used, most) => `${used}，${most}`,
  none: "不限",
  save: "保存限额",
  saved: "已保存，五秒内生效。",
};
