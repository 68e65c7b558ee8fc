import type { PageLabels } from "./en";

export const ZH: PageLabels = {
  htmlLanguage: "zh-Hans",
  chooseLanguage: "语言",
  signIn: "登录",
  signOut: "退出登录",
  key: "访问密钥",
  keyHint: "密钥由本网关的管理员发放。",
  wrongKey: "此密钥在这里无效。",
  statusUnknown: "网关没有响应，它还在运行吗？",
  close: "关闭",
  unexpected: "页面出错，无法读取网关的回答。",
  retry: "重试",
  skip: "跳到正文",
  navigation: "页面",
  pageNames: { console: "提问", sources: "文档", memory: "记忆", qa: "质检", labels: "标注", evaluations: "评测", feedback: "反馈", usage: "用量", keys: "密钥", audit: "审计" },
  signedOut: "您已退出登录。重新登录后会从中断处继续。",
};
