import type { UIMessage } from "ai";

export interface Session {
  /** The name of the person who is signed in. */
  name: string;
  /** The conversation that changed last is the first. */
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

export async function send<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(path, {
    method,
    ...(body ? { headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as T;
}

/** Browsers report a lost connection as a `TypeError` with words of their own. */
export const inWords = (error: unknown): string =>
  error instanceof TypeError
    ? "The server cannot be reached. Check your connection."
    : error instanceof Error
      ? error.message
      : String(error);
