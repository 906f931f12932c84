import { type BlockProblem, blocksProblems } from "../content/check-blocks.ts";
import type { Fields } from "../fields.ts";
import { refusal } from "../call/refusal.ts";
import { viewProblems } from "../content/check-view.ts";
import type { Method } from "../call/method.ts";
import { TIER_4 } from "../call/rate-limits.ts";
import { NONE } from "../call/scopes.ts";

const MAX_LENGTH = 100_000;

export const blocks: Record<string, Method> = {
  "blocks.validate": {
    scopes: NONE,
    rate: TIER_4,
    tokenless: true,
    run: ({ args }) => {
      const given = ["blocks", "view", "message"].filter((name) => args.text(name) !== undefined);
      const [name = ""] = given;
      if (given.length !== 1) throw invalid("must provide exactly one of `blocks`, `view`, or `message`");
      let value: unknown;
      try {
        value = args.json(name);
      } catch {
        throw invalid(`\`${name}\` must be valid JSON`);
      }
      if (JSON.stringify(value).length > MAX_LENGTH)
        throw invalid(`\`${name}\` must be less than ${MAX_LENGTH + 1} characters`);
      const errors = problemsOf(name, value);
      if (errors.length > 0) throw refusal(`invalid_${name}`, { errors });
      return {};
    },
  },
};

const invalid = (message: string): Error =>
  refusal("invalid_arguments", { response_metadata: { messages: [message] } });

function problemsOf(name: string, value: unknown): BlockProblem[] {
  if (name === "blocks") return blocksProblems(value, "");
  if (name === "view") return viewProblems(value, "");
  const { blocks: given, text, attachments } = (value ?? {}) as Fields;
  if (given !== undefined) return blocksProblems(given, "/blocks");
  return text === undefined && attachments === undefined
    ? [{ code: "missing_field", message: "missing required field: blocks", pointer: "" }]
    : [];
}
