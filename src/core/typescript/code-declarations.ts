import type { CompiledAction } from "../contract/compiled-action.ts";
import type { TypescriptOptions } from "../contract/tool.ts";
import { ConnectorError } from "../ground/errors.ts";
import { show } from "../ground/json.ts";
import { chooseActions, type ChoiceParts } from "../tool/offer/choose-actions.ts";
import { noActions } from "../tool/offer/offered-actions.ts";
import { inOrderOfUse } from "../tool/offer/in-order-of-use.ts";
import { checkToolOptions } from "../tool/offer/tool-options.ts";
import { largestThatFits } from "../tool/output/output-budget.ts";
import { identifier } from "./names.ts";
import { type BriefDetails, briefText } from "./brief-text.ts";
import { codeNamespace, type Details } from "./code-namespace.ts";

/** The options that `tool()` has too. */
const shared = ["name", "effects", "actions", "include", "exclude", "caps", "only", "external", "available", "countTokens"]; // prettier-ignore

/**
 * Returns the TypeScript declarations of the offered actions, for code that a model writes.
 * @throws ConnectorError `config_error`
 */
export async function typescriptOf(
  parts: ChoiceParts,
  { budget = 34_000, name, ...options }: TypescriptOptions = {},
): Promise<string> {
  const refuse = (path: string, message: string) =>
    new ConnectorError("config_error", message, {
      path,
      hint: `Options of typescript(): budget, ${shared.join(", ")}.`,
    });
  if (typeof budget !== "number" || !(budget > 0))
    throw refuse("budget", `budget must be a positive number, got ${show(budget)}.`);
  if (name !== undefined && (typeof name !== "string" || identifier(name) !== name))
    throw refuse("name", `name must be an identifier in camelCase, got ${show(name)}.`);
  checkToolOptions(options, shared);
  const { offered } = await chooseActions(parts, options);
  if (offered.size === 0) throw noActions();
  const actions = [...offered.values()];
  const { countTokens = (text: string) => text.length } = options;
  const write = (details: Details) => codeNamespace(parts.connector, actions, details, name);
  const byUse = inOrderOfUse(parts.connector, actions);
  const briefly = (details: BriefDetails) => briefText(parts.connector, byUse, details, name);
  return withinBudget(actions, { write, briefly }, (text) => countTokens(text) <= budget);
}

/** Returns the first text that fits. The details that matter least to code are left out first. */
function withinBudget(
  actions: readonly CompiledAction[],
  { write, briefly }: { write(details: Details): string; briefly(details: BriefDetails): string },
  fits: (text: string) => boolean,
): string {
  const all: Details = {
    descriptions: true,
    rare: true,
    depth: Infinity,
  };
  const common = { ...all, rare: false };
  const forms: Details[] = [
    all,
    common,
    { ...common, depth: 1 },
    { ...common, descriptions: false, depth: 1 },
    { ...common, descriptions: false, depth: 0 },
  ];
  for (const form of forms) {
    const text = write(form);
    if (fits(text)) return text;
  }
  const brief = (results: number, params = actions.length, names = actions.length) =>
    briefly({ results, params, names });
  const most = (shown: (count: number) => string) =>
    largestThatFits(actions.length, (count) => fits(shown(count)));
  const results = most((count) => brief(count));
  if (results > 0 || fits(brief(0))) return brief(results);
  const params = most((count) => brief(0, count));
  if (params > 0 || fits(brief(0, 0))) return brief(0, params);
  const names = most((count) => brief(0, 0, count));
  if (names > 0) return brief(0, 0, names);
  throw new ConnectorError("config_error", "The budget is too small for any action.", {
    path: "budget",
    hint: `The text with the name of one action has ${brief(0, 0, 1).length} characters.`,
  });
}
