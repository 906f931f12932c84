import type { Fields } from "./fields.ts";

/** An answer with `ok: false`, thrown from wherever it is found out. */
export interface Refusal extends Error {
  answer: Fields;
}

export function refusal(error: string, fields: Fields = {}): Refusal {
  return Object.assign(new Error(error), { answer: { ok: false, error, ...fields } });
}

/** `invalid_arguments` with the reason where Slack gives it. */
export function invalidArguments(...messages: string[]): Refusal {
  return refusal("invalid_arguments", {
    response_metadata: { messages: messages.map((message) => `[ERROR] ${message}`) },
  });
}

export function isRefusal(thrown: unknown): thrown is Refusal {
  return thrown instanceof Error && "answer" in thrown;
}
