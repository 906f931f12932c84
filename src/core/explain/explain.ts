import type { ExplainOptions, Explanation } from "../contract/approval.ts";
import { readApprovalRules } from "../approval/approval-rules.ts";
import { type ChoiceParts, chooseActions } from "../tool/offer/choose-actions.ts";
import { createOfferedActions } from "../tool/offer/offered-actions.ts";
import { checkToolOptions } from "../tool/offer/tool-options.ts";
import { policySentences } from "./policy-sentences.ts";
import { refusedExamples } from "./refused-examples.ts";
import { ruleSentences } from "./rule-sentences.ts";

const known = ["actions", "available", "effects", "include", "exclude", "caps", "only", "external", "name"];

/**
 * Explains the options of a tool together with the policies of its connector.
 * @throws ConnectorError `config_error`
 */
export async function explainTool(
  parts: ChoiceParts,
  { approval, permissions = [], ...options }: ExplainOptions = {},
): Promise<Explanation> {
  checkToolOptions(options, known);
  const rules = approval === undefined ? undefined : readApprovalRules(approval, "approval");
  const choice = await chooseActions(parts, options);
  const offered = await createOfferedActions({ ...parts, callerUnder: noCaller }, options);
  const sentences = [
    ...policySentences(parts.connector, choice),
    ...(rules ? ruleSentences(rules) : ["No person is asked before a call."]),
    ...(rules ? permissions.map(({ text }) => text) : []),
  ];
  const refused = await refusedExamples(parts, choice, offered);
  const examples = refused.map(({ call, reason }) => `- ${call}: ${reason}`);
  const text = [
    ...sentences,
    ...(examples.length > 0 ? ["", "Examples of calls that are refused:", ...examples] : []),
  ].join("\n");
  return { sentences, refused, text };
}

/** An explanation calls nothing. */
const noCaller = () => undefined as never;
