import type { LanguageModel } from "ai";

const providers: Readonly<Record<string, { key: string; open: (name: string) => Promise<LanguageModel> }>> = {
  openai: {
    key: "OPENAI_API_KEY",
    open: async (name) => (await import("@ai-sdk/openai")).openai(name),
  },
  anthropic: {
    key: "ANTHROPIC_API_KEY",
    open: async (name) => (await import("@ai-sdk/anthropic")).anthropic(name),
  },
};

/**
 * Opens a model such as `openai:gpt-6-luna`.
 * @throws Error if the provider is unknown, or its key is not in the environment
 */
export async function openModel(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<LanguageModel> {
  const [provider = "", ...rest] = name.split(":");
  const found = Object.hasOwn(providers, provider) ? providers[provider] : undefined;
  if (!found || rest.length === 0)
    throw new Error(`--model must be <provider>:<model>. Providers: ${Object.keys(providers).join(", ")}.`);
  if (!environment[found.key]) throw new Error(`--model ${name} needs ${found.key} in the environment.`);
  return found.open(rest.join(":"));
}
