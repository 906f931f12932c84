import type { Account, Raise } from "../contract/judgement.ts";
import { ConnectorError } from "../ground/errors.ts";
import type { CapLimit } from "./cap-limits.ts";
import type { MissingCaps } from "./find-missing.ts";
import type { Exceeded } from "./find-exceeded.ts";
import { indexRanges } from "./index-ranges.ts";
import { percentCap } from "./read-caps.ts";

/** The maximum number of amounts in the message. The field `issues` can list more. */
const shown = 5;

/** Creates the error for missing caps. `missing`: for each policy, the raises without a cap. */
export function capMissing(
  what: string,
  missing: readonly MissingCaps[],
  account: Account | undefined,
  moneyCaps: readonly string[],
): ConnectorError {
  const texts = missing.map(({ policy, raises }) => {
    const names = neededCaps(raises);
    return `${policy} has no ${names.length > 0 ? `cap ${names.join(", ")}` : "caps"}`;
  });
  const amountFor = (name: string) =>
    account?.currency !== undefined && moneyCaps.includes(name) ? `{ ${account.currency}: … }` : "…";
  const names = neededCaps(missing.flatMap(({ raises }) => raises));
  const needed = [...names.map((name) => `${name}: ${amountFor(name)}`), `${percentCap}: …`].join(", ");
  return new ConnectorError("policy_denied", `${what} would raise spending, and ${texts.join(", and ")}.`, {
    path: "action",
    hint: `Only code can allow it, with policy: { caps: { ${needed} } }. Tell the user.`,
  });
}

/** Returns a short list of caps that together limit all raises. */
function neededCaps(raises: readonly Raise[]): string[] {
  const needed = new Set<string>();
  const hasChoice = ({ orCaps = [] }: Raise) => orCaps.length > 0;
  for (const raise of [...raises.filter((one) => !hasChoice(one)), ...raises.filter(hasChoice)])
    if (![raise.cap, ...(raise.orCaps ?? [])].some((cap) => needed.has(cap))) needed.add(raise.cap);
  return [...needed];
}

/** Creates the error for amounts above caps. `items`: the number of items in the batch. */
export function capExceeded(what: string, all: readonly Exceeded[], items: number): ConnectorError {
  const exceeded = strictestOf(all);
  const texts = exceeded.map(describe);
  const refused = new Set(exceeded.flatMap(({ raise }) => raise.item ?? []));
  const indexes = Array.from({ length: items }, (_, index) => index);
  const others = indexes.filter((index) => !refused.has(index));
  const more = texts.length > shown ? `; and ${texts.length - shown} more` : "";
  const named =
    refused.size > 1
      ? ` Items above the caps: ${indexRanges(indexes.filter((index) => refused.has(index)))}.`
      : "";
  const proposals = exceeded
    .slice(0, shown)
    .map((one) => ({ of: one.raise.of ?? one.raise.path, most: mostOf(one) }));
  const proposal = proposals.every(({ most }) => most === proposals[0]!.most)
    ? proposals[0]!.most
    : proposals.map(({ of, most }) => `${most} for ${of}`).join(", ");
  const alone =
    refused.size > 0 && others.length > 0
      ? ` The items ${indexRanges(others)} are within the caps: send them alone.`
      : "";
  const issues = exceeded
    .slice(0, 50)
    .map((one, index) => ({ path: one.raise.path, message: `${texts[index]}; at most ${mostOf(one)}` }));
  return new ConnectorError("cap_exceeded", `${what}: ${texts.slice(0, shown).join("; ")}${more}.${named}`, {
    path: `params.${exceeded[0]!.raise.path}`,
    hint: `Propose at most ${proposal}, or ask the user. Only code can change the caps.${alone}`,
    ...(issues.length > 1 ? { issues } : {}),
  });
}

/** Keeps, for each param and cap, only the raise that allows the lowest value of the param. */
function strictestOf(all: readonly Exceeded[]): Exceeded[] {
  const strictest = new Map<string, Exceeded>();
  for (const one of all) {
    const { path, item, cap } = one.raise;
    const key = JSON.stringify([path, item, cap]);
    const known = strictest.get(key);
    if (!known || valueOf(one) < valueOf(known)) strictest.set(key, one);
  }
  return [...strictest.values()];
}

/** Returns the highest value of the param that the caps allow. */
const valueOf = ({ most, raise: { factor = 1 } }: Exceeded): number => most / factor;

function describe({ raise, from, limits, sum, currency }: Exceeded): string {
  const { path, of, to } = raise;
  const names = limits.map(({ cap, ...limit }) => `${cap} (${amountOf(limit)})`).join(" and ");
  const what = of === undefined ? path : `${path} (${of})`;
  const change =
    sum === undefined
      ? `would be ${money(to, currency)}${from === undefined ? "" : `, from ${money(from, currency)}`}`
      : `would bring the sum of this day to ${money(sum, currency)}`;
  return `${what} ${change}; that is more than ${names} ${limits.length > 1 ? "allow" : "allows"}`;
}

const amountOf = ({ most, currency }: Omit<CapLimit, "cap">) => money(most, currency);

const money = (amount: number, currency: string | undefined): string =>
  amount === Infinity ? "unlimited" : withCurrency(Math.round(amount * 10_000) / 10_000, currency);

/** Rounds down to cents, so that the proposed amount is never above the limit. */
const mostOf = (one: Exceeded): string =>
  withCurrency(Math.floor(valueOf(one) * 100 + 1e-7) / 100, one.currency);

const withCurrency = (amount: number, currency: string | undefined): string =>
  currency === undefined ? String(amount) : `${amount} ${currency}`;
