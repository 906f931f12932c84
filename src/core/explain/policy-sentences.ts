import type { ConnectorDefinition } from "../contract/definition.ts";
import { canHave, type Effect } from "../contract/effect.ts";
import type { CapAmount, Policy } from "../contract/policy.ts";
import { isDict } from "../ground/json.ts";
import { externalRule } from "../policy/enforce-external.ts";
import type { ActionChoice } from "../tool/offer/choose-actions.ts";
import { counted, listed } from "./words.ts";

const effectWords: Readonly<Record<Effect, string>> = {
  read: "read",
  write: "write what can be corrected afterwards",
  spend: "raise spending",
  destructive: "do what cannot be undone",
};

/** More names than this are not listed. */
const mostNames = 40;

/** Returns what the options and policies allow, as sentences. */
export function policySentences(connector: ConnectorDefinition, choice: ActionChoice): string[] {
  const { title } = connector;
  return [
    ...effectSentences(title, choice),
    ...onlySentences(choice),
    ...capSentences(connector, choice),
    ...externalSentences(connector, choice.policies),
    ...otherSentences(title, choice),
  ];
}

function effectSentences(title: string, { offered, policies }: ActionChoice): string[] {
  return (Object.keys(effectWords) as Effect[]).map((effect) => {
    const allowed = policies.every(({ effects }) => effects?.includes(effect) ?? true);
    const names = allowed
      ? [...offered].flatMap(([name, { definition }]) => (canHave(definition.effect, effect) ? [name] : []))
      : [];
    if (names.length === 0) return `The agent cannot ${effectWords[effect]} in ${title}.`;
    const what =
      names.length <= mostNames
        ? listed(names, "and")
        : `actions of ${listed([...new Set(names.map((name) => name.split(".")[0]!))], "and")}`;
    return `The agent can ${effectWords[effect]} with ${counted(names.length, "action")}: ${what}.`;
  });
}

const onlySentences = ({ limits, outOfReach }: ActionChoice): string[] =>
  limits.flatMap(({ kind, ids }) => [
    ids.length === 0
      ? `The agent can use no ${kind}.`
      : `The agent can use only ${ids.length === 1 ? `this ${kind}` : `these ${kind}s`}: ${listed(ids, "and")}.`,
    ...(outOfReach.size > 0
      ? [`${counted(outOfReach.size, "action")} that could reach another ${kind} cannot be used.`]
      : []),
  ]);

function capSentences({ caps = [] }: ConnectorDefinition, { policies, offered }: ActionChoice): string[] {
  const spends = [...offered.values()].some(({ definition }) => canHave(definition.effect, "spend"));
  const allowed = policies.every(({ effects }) => effects?.includes("spend") ?? true);
  if (caps.length === 0 || !spends || !allowed) return [];
  const given = policies.flatMap((policy) => (policy.caps ? [policy] : []));
  if (given.length === 0)
    return ["Every call that would raise spending is refused, because there is no cap."];
  return [
    ...given.flatMap(({ caps: own = {}, name }) =>
      Object.entries(own).map(
        ([cap, amount]) => `The cap ${cap}${owner(name)} is ${capInWords(amount as CapAmount)}.`,
      ),
    ),
    "A call that would raise an amount without a cap is refused.",
  ];
}

const owner = (name: string | undefined) => (name === undefined || name === "tool" ? "" : ` of the ${name}`);

function capInWords(amount: unknown): string {
  if (amount === "unlimited") return "unlimited";
  if (!isDict(amount)) return String(amount);
  return listed(
    Object.entries(amount).map(([key, limit]) =>
      isDict(limit)
        ? `${Object.entries(limit)
            .map(([cap, one]) => `${cap} ${capInWords(one)}`)
            .join(", ")} for ${key}`
        : `${String(limit)} ${key}`,
    ),
    "or",
  );
}

function externalSentences({ audience }: ConnectorDefinition, policies: readonly Policy[]): string[] {
  if (!audience) return [];
  const rule = externalRule(policies, "policy");
  if (rule === "allow") return ["The agent can write where people of another company can read."];
  return rule === "refuse"
    ? ["The agent cannot write where people of another company can read."]
    : ["The agent can write where people of another company can read only after a person has agreed."];
}

const otherSentences = (title: string, { unchosen, policies }: ActionChoice): string[] => [
  ...(unchosen.length > 0
    ? [`${title} has ${counted(unchosen.length, "other action")}, which the agent is not offered.`]
    : []),
  ...policies.flatMap(({ exclude }) =>
    exclude && exclude.length > 0
      ? [`Forbidden by name: ${listed(exclude.slice(0, mostNames), "and")}.`]
      : [],
  ),
];
