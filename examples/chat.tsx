// A chat with useChat of the AI SDK, 5 to 7: it goes on after a reload or a lost connection, and loses no question.
import { useChat } from "@ai-sdk/react";
import { DefaultChatTransport, generateId, type UIMessage } from "ai";
import { useEffect, useState } from "react";

type Message = UIMessage<unknown, { "citation-paragraph": { citationIds: string[] } }>;
const CHATS = "http://127.0.0.1:8000/v1/ai-sdk";
const id: string = (sessionStorage.chat ??= generateId());
const transport = new DefaultChatTransport<Message>({ api: CHATS });

export function Chat() {
  const [opened, open] = useState<{ at: number; messages: Message[] }>();
  const load = () =>
    void fetch(`${CHATS}/${id}`).then((response) => response.json())
      .then(({ messages }) => open({ at: Date.now(), messages }), () => setTimeout(load, 1000)); // no network
  useEffect(load, []);
  return opened && <OpenChat key={opened.at} messages={opened.messages} onCut={load} />;
}

function OpenChat({ messages, onCut }: { messages: Message[]; onCut: () => void }) {
  const onError = (error: Error) => error instanceof TypeError && onCut();
  const chat = useChat<Message>({ id, messages, transport, resume: true, onError });
  const arrived = JSON.stringify(chat.messages).includes(JSON.stringify(sessionStorage.asked ?? ""));
  return (
    <form action={(form) => void chat.sendMessage({ text: (sessionStorage.asked = String(form.get("question")).trim()) })}>
      {chat.messages.map(({ id, role, parts }) => (
        <p key={id} className={role} style={{ whiteSpace: "pre-wrap" }}>
          {parts.map((part) => {
            if (part.type === "text") return part.text;
            const ids = part.type === "data-citation-paragraph" ? part.data.citationIds : [];
            const cited = parts.filter((source) => source.type === "source-url").filter(({ sourceId }) => ids.includes(sourceId));
            return cited.map(({ sourceId, url, title }) => <a key={sourceId} href={url}> [{title}]</a>);
          })}
        </p>
      ))}
      <input name="question" aria-label="Question" disabled={chat.status === "streaming"}
        defaultValue={arrived ? "" : sessionStorage.asked} />
    </form>
  );
}
