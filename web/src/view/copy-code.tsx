/** Takes a block of code along. */
import "../styles/copy-code.css";

import { useSignal } from "@preact/signals";

import { isLanguage } from "../labels";
import { ROW } from "../labels/row";
import { copy } from "./clipboard";

export function CopyCode({ text }: { readonly text: string }) {
  const message = useSignal("");
  const tag = document.documentElement.lang.slice(0, 2);
  const words = ROW[isLanguage(tag) ? tag : "en"];
  return (
    <>
      <button
        type="button"
        class="copy-code"
        onClick={() => void copy(text).then((isCopied) => (message.value = isCopied ? words.copied : words.notCopied))}
      >
        {words.copyCode}
      </button>
      <span class="copy-code-message" role="status">
        {message}
      </span>
    </>
  );
}
