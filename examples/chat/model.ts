import type { LanguageModel } from "ai";
import { script } from "./script.ts";
import { scriptedModel } from "./scripted-model.ts";

/** Returns a real model if the environment contains an API key. Otherwise, returns a script that replaces the model. */
export async function chooseModel(): Promise<LanguageModel> {
  const { OPENAI_API_KEY, OPENAI_MODEL = "gpt-6-luna" } = process.env;
  if (!OPENAI_API_KEY) return scriptedModel(script, 20);
  const { openai } = await import("@ai-sdk/openai");
  return openai(OPENAI_MODEL);
}
