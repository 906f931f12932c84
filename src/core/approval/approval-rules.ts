import type { CallFacts } from "../contract/approval/permission.ts";
import type { AllowRule, ApprovalNeed, ApprovalRule, AskRule } from "../contract/approval.ts";
import { type Effect, effects } from "../contract/effect.ts";
import { isDict, readArray } from "../ground/json.ts";
import { type OptionType, optionError, optionTypes, readOptions } from "../ground/read-options.ts";

/** More notified people than this number need an approval by default. */
const manyPeople = 20;

/** The rules that apply in addition to the rules of a person, unless a rule with `allow` covers the call. */
const defaults: readonly AskRule[] = [
  { effects: ["spend", "destructive"] },
  { external: true },
  { notified_over: manyPeople },
];

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const texts = {
  says: "an array of texts",
  is: (value: unknown) => (readArray(value) ?? [0]).every(isText),
};
const isAmount = (value: unknown) => typeof value === "number" && value >= 0;
const people = {
  says: "a number of people",
  is: (value: unknown) => Number.isInteger(value) && isAmount(value),
};
const amounts = {
  says: "amounts by currency, such as { USD: 50 }",
  is: (value: unknown) =>
    isDict(value) && Object.entries(value).every(([name, one]) => /^[A-Z]{3}$/.test(name) && isAmount(one)),
};
const effectList = {
  says: `an array of effects (${effects.join(", ")})`,
  is: (value: unknown) => (readArray(value) ?? [0]).every((one) => effects.includes(one as Effect)),
};

const askFields = {
  effects: effectList,
  actions: texts,
  external: optionTypes.boolean,
  notified_over: people,
  amount_over: amounts,
  persons: { says: "1 to 5", is: (value) => [1, 2, 3, 4, 5].includes(value as number) },
  approvers: texts,
} satisfies Record<keyof AskRule, OptionType>;

const allowFields = {
  allow: { says: "true", is: (value) => value === true },
  effects: effectList,
  actions: texts,
  external: { says: "true", is: (value) => value === true },
  notified_up_to: people,
  amount_up_to: amounts,
  until: { ...optionTypes.time, required: true },
} satisfies Record<keyof AllowRule, OptionType>;

/** @throws ConnectorError `config_error` that names the wrong rule and field */
export function readApprovalRules(given: unknown, path: string): readonly ApprovalRule[] {
  const rules = readArray(given);
  if (!rules || rules.length > 100)
    throw optionError(path, `${path} must be an array of at most 100 rules.`, "Each rule is a plain object.");
  return rules.map((rule, index) => {
    const where = `${path}[${index}]`;
    const known = isDict(rule) && Object.hasOwn(rule, "allow") ? allowFields : askFields;
    const read = readOptions(rule, known, where, `${where}.`) as unknown as ApprovalRule;
    const { persons = 1, approvers } = read as AskRule;
    if (approvers && new Set(approvers).size < persons)
      throw optionError(`${where}.approvers`, `${where}.approvers must name at least ${persons} people.`);
    return Object.freeze(read);
  });
}

/**
 * Returns who must agree to a call: nobody if the list is empty. `external`: whether a standing permission covers the call, although
 * people of another company can read it. What the dry run does not know counts as a reason to ask. The order of the rules does not
 * matter.
 */
export function approvalNeeds(
  rules: readonly ApprovalRule[],
  facts: CallFacts,
  now: number,
): { needs: ApprovalNeed[]; external: boolean } {
  const covered = rules.some(
    (rule) => "allow" in rule && Date.parse(rule.until) > now && covers(rule, facts),
  );
  if (covered) return { needs: [], external: facts.external.length > 0 };
  const needs = [...rules.filter((rule): rule is AskRule => !("allow" in rule)), ...defaults].flatMap(
    (rule) => {
      const because = reasonOf(rule, facts);
      return because === undefined
        ? []
        : [{ persons: rule.persons ?? 1, ...(rule.approvers ? { approvers: rule.approvers } : {}), because }];
    },
  );
  return { needs, external: false };
}

/** What a call with an effect does, for a person who is no developer. */
const does: Readonly<Record<Effect, string>> = {
  read: "it reads",
  write: "it changes something",
  spend: "it can raise spending",
  destructive: "it cannot be undone",
};

/** Returns why a rule asks about a call, or undefined if it does not ask. */
function reasonOf(
  { effects: asked, actions, external: outside, notified_over: most, amount_over: limits }: AskRule,
  facts: CallFacts,
): string | undefined {
  const { name, effects: found, currency } = facts;
  const { external, notified, raise } = knownOf(facts);
  const hit = found.filter((effect) => asked?.includes(effect));
  // An amount in a currency that the rule does not name counts from zero.
  const limit = limits?.[currency] ?? 0;
  const conditions: readonly (readonly [given: unknown, holds: boolean, because: string])[] = [
    [asked, hit.length > 0, hit.map((effect) => does[effect]).join(" and ")],
    [actions, isNamed(actions ?? [], name), `a rule asks about ${name}`],
    [outside, outside === external, `people outside the company can${external ? "" : "not"} read it`],
    [most, notified > (most ?? 0), `it notifies more than ${most} people`],
    [limits, raise > limit, `it can raise the spending of a day by more than ${limit} ${currency}`.trimEnd()],
  ];
  const given = conditions.filter(([value]) => value !== undefined);
  if (!given.every(([, holds]) => holds)) return undefined;
  return given.map(([, , because]) => because).join(", and ") || "a rule asks about every write";
}

function covers(
  {
    effects: allowed,
    actions,
    external: outside,
    notified_up_to: most = manyPeople,
    amount_up_to: limits,
  }: AllowRule,
  facts: CallFacts,
): boolean {
  const { name, effects: found, currency } = facts;
  const { external, notified, raise } = knownOf(facts);
  const named = allowed ?? (["write", "spend"] as const);
  return (
    found.every((effect) => named.includes(effect as never)) &&
    (actions === undefined || isNamed(actions, name)) &&
    (!external || outside === true) &&
    notified <= most &&
    (!found.includes("spend") || raise <= (limits?.[currency] ?? -Infinity))
  );
}

/** A number that is unknown counts as larger than any limit. */
const knownOf = ({ external, notified, raise }: CallFacts) => ({
  external: external.length > 0,
  notified: notified ?? Infinity,
  raise: raise ?? Infinity,
});

/** Returns whether a list names an action, as `entity.action`, `entity.*` or `entity`. */
function isNamed(list: readonly string[], name: string): boolean {
  const [entity] = name.split(".");
  return [entity!, `${entity}.*`, name].some((one) => list.includes(one));
}
