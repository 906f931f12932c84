import { flat, type WorldRecord } from "./world-record.ts";

interface Part {
  mimeType: string;
  filename: string;
  headers?: { name: string; value: string }[];
  body: { data?: string };
  parts?: Part[];
}
interface Message {
  id: string;
  threadId: string;
  labelIds: string[];
  payload: Part;
}

/** Returns what a person sees in the mailbox: labels, messages, and drafts. */
export async function gmailRecords(endpoint: string): Promise<WorldRecord[]> {
  const get = async <T>(path: string): Promise<T> => {
    const response = await fetch(`${endpoint}/gmail/v1/users/me/${path}`, { headers: { authorization: "Bearer ya29-0123456789" } }); // prettier-ignore
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return (await response.json()) as T;
  };
  const { labels } = await get<{ labels: { id: string; name: string; type: string }[] }>("labels");
  const { messages = [] } = await get<{ messages?: { id: string }[] }>("messages?includeSpamTrash=true&maxResults=500"); // prettier-ignore
  const all = await Promise.all(messages.map(({ id }) => get<Message>(`messages/${id}`)));
  const nameOf = (id: string) => labels.find((one) => one.id === id)?.name ?? id;
  return [
    ...labels
      .filter(({ type }) => type === "user")
      .map(({ id, name }) => ({ kind: "label", key: id, fields: { name } })),
    ...all.map(({ id, threadId, labelIds, payload }) => ({
      kind: labelIds.includes("DRAFT") ? "draft" : "message",
      key: id,
      fields: flat({
        ...Object.fromEntries(["from", "to", "cc", "bcc", "subject"].map((name) => [name, headerOf(payload, name)])),
        text: textOf(payload),
        labels: labelIds.map(nameOf).filter((name) => name !== "DRAFT").toSorted(),
      }),
      about: { id, threadId },
    })),
  ]; // prettier-ignore
}

const headerOf = ({ headers = [] }: Part, name: string) => headers.find((one) => one.name.toLowerCase() === name)?.value; // prettier-ignore

const textOf = ({ mimeType, body, parts = [] }: Part): string =>
  [mimeType === "text/plain" ? Buffer.from(body.data ?? "", "base64url").toString() : "", ...parts.map(textOf)].join(""); // prettier-ignore
