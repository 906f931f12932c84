import type { UIMessage } from "ai";

export interface Person {
  id: string;
  name: string;
  about: string;
}

export interface Session {
  people: Person[];
  /** The id of the person who is signed in. */
  person?: string;
  conversations: { id: string; title: string }[];
  /** Texts that the person can send with one click. */
  suggestions: string[];
}

export interface Conversation {
  messages: UIMessage[];
  /** Whether the server is writing an answer. */
  running: boolean;
}

export const get = <T>(path: string): Promise<T> => send<T>("GET", path);

export async function newConversation(): Promise<string> {
  const { id } = await send<{ id: string }>("POST", "/api/conversations");
  return id;
}

export async function send<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(path, {
    method,
    ...(body ? { headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as T;
}
