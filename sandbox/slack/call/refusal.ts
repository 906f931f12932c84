import type { Fields } from "../fields.ts";

/** An error response of Slack (`ok: false`), thrown as an error. */
export interface Refusal extends Error {
  answer: Fields;
}

export function refusal(error: string, fields: Fields = {}): Refusal {
  return Object.assign(new Error(error), { answer: { ok: false, error, ...fields } });
}

/** Creates the error `invalid_arguments`, with the reasons in `response_metadata`. */
export function invalidArguments(...messages: string[]): Refusal {
  return refusal("invalid_arguments", {
    response_metadata: { messages: messages.map((message) => `[ERROR] ${message}`) },
  });
}

export function isRefusal(thrown: unknown): thrown is Refusal {
  return thrown instanceof Error && "answer" in thrown;
}
