/** Sends a file. `fetch` does not tell how much has gone, so this is the one request that goes another way. */
import { readSaved, type Saved } from "citestream-client/documents";
import { refusal } from "citestream-client/transport";

export type Fields = Readonly<Record<string, string>>;
/** `onShare` hears how much has gone, from 0 to 1. */
export type SendFile = (file: File, fields: Fields, onShare: (share: number) => void) => Promise<Saved>;

/** Throws `Refused`, `ProtocolError`, or a `TypeError` without a network, as `fetch` does. */
export const sendFile: SendFile = (file, fields, onShare) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", file);
  return new Promise((resolve, reject) => {
    const sent = new XMLHttpRequest();
    sent.open("POST", "/v1/documents");
    sent.setRequestHeader("Accept", "application/json");
    sent.upload.onprogress = ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0);
    sent.upload.onload = () => onShare(1);
    sent.onerror = () => reject(new TypeError("The file could not be sent."));
    sent.onload = () => resolve(read(sent));
    sent.send(form);
  });
};

async function read({ status, responseText }: XMLHttpRequest): Promise<Saved> {
  if (status >= 200 && status <= 299) return readSaved(JSON.parse(responseText));
  const told = await refusal(new Response(responseText, { status }));
  if (told.code !== "unreadable_document") throw told;
  return readSaved(JSON.parse(responseText)); // The list of uploads shows the file and the reason.
}
