import { SlackConnector } from "agent-connectors/slack";
import { countTokens } from "gpt-tokenizer";
import { costByKind, costs } from "./token-cost.ts";

// What lists of Slack's cost a model. `node --conditions=agent-connectors-source bench/tokens.ts`

for (const { what, tokenizer, limit, raw, ours, count, missing } of await costs()) {
  const ratio = ours / raw;
  console.log(
    `${what.padEnd(17)} ${String(raw).padStart(6)} tokens raw, ${String(ours).padStart(5)} for the model: ${ratio.toFixed(3)}x (limit ${limit}x), ${(ours / count).toFixed(0)} each; missing: ${missing.join(", ") || "nothing"} (${tokenizer})`,
  );
  if (ratio > limit || missing.length > 0) process.exitCode = 1;
}
const kinds = [...(await costByKind())].map(([kind, ratio]) => `${kind} ${ratio.toFixed(2)}x`);
console.log(`rows by kind      ${kinds.join(", ")}`);
const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } });
console.log(`the tool itself   ${countTokens((await slack.tool()).description)} tokens of description`);
