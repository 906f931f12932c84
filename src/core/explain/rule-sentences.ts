import type { AllowRule, ApprovalRule, AskRule } from "../contract/approval.ts";
import { listed } from "./words.ts";

/** Returns what the rules for approvals say, as sentences. */
export function ruleSentences(rules: readonly ApprovalRule[]): string[] {
  return [
    ...rules.flatMap((rule) => ("allow" in rule ? [] : [askSentence(rule)])),
    "A person must also agree to every call that can spend money or cannot be undone, that people of another company can read, or that notifies more than 20 people.",
    ...rules.flatMap((rule) => ("allow" in rule ? [allowSentence(rule)] : [])),
  ];
}

function askSentence({
  effects,
  actions,
  external,
  notified_over: most,
  amount_over: amounts,
  persons = 1,
  approvers,
}: AskRule): string {
  const who = approvers
    ? persons > 1
      ? `${persons} of these people must`
      : "One of these people must"
    : persons > 1
      ? `${persons} people who are signed in must`
      : "A person must";
  const conditions = [
    effects && `whose effect is ${listed(effects, "or")}`,
    actions && `of ${listed(actions, "or")}`,
    external === undefined ? undefined : `that people of another company can${external ? "" : "not"} read`,
    most === undefined ? undefined : `that notifies more than ${most} people`,
    amounts && `that raises the most that can be spent in a day by more than ${amountsInWords(amounts)}`,
  ].filter((one) => one !== undefined);
  const what = conditions.length === 0 ? "every write" : `every call ${listed(conditions, "and")}`;
  return `${who} agree to ${what}${approvers ? `: ${listed(approvers, "or")}` : ""}.`;
}

function allowSentence({
  effects = ["write", "spend"],
  actions,
  external,
  notified_up_to: most = 20,
  amount_up_to: amounts,
  until,
}: AllowRule): string {
  const limits = [
    `if it notifies at most ${most} people`,
    amounts
      ? `if it raises the most that can be spent in a day by at most ${amountsInWords(amounts)}`
      : "if it cannot spend money",
    external ? "also if people of another company can read it" : "if nobody of another company can read it",
  ];
  return `Until ${until}, nobody has to agree to a call${actions ? ` of ${listed(actions, "or")}` : ""} whose effect is ${listed(effects, "or")}, ${listed(limits, "and")}.`;
}

const amountsInWords = (amounts: Readonly<Record<string, number>>): string =>
  listed(
    Object.entries(amounts).map(([currency, amount]) => `${amount} ${currency}`),
    "or",
  );
