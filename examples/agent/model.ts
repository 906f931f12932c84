import { script, type Script } from "./task.ts";

/** A real model if the environment contains an API key, and a script if not. */
export type Model =
  | { provider: "openai"; name: string }
  | { provider: "anthropic"; name: string }
  | { provider: "script"; name: string; start: () => Script };

export function chooseModel(mayWrite: boolean): Model {
  const { ANTHROPIC_API_KEY, ANTHROPIC_MODEL, OPENAI_API_KEY, OPENAI_MODEL } = process.env;
  if (ANTHROPIC_API_KEY) return { provider: "anthropic", name: ANTHROPIC_MODEL ?? "claude-sonnet-5" };
  if (OPENAI_API_KEY) return { provider: "openai", name: OPENAI_MODEL ?? "gpt-6-luna" };
  return { provider: "script", name: "a script in place of a model", start: () => script(mayWrite) };
}

/** The number of turns after which a model is stopped. The tasks of these examples need fewer. */
export const maxTurns = 20;
