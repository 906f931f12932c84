import type { PayingAccount, SpendRaise } from "../contract/judgement.ts";
import { ConnectorError } from "../ground/errors.ts";
import type { CapLimit } from "./cap-limits.ts";
import type { MissingCaps } from "./find-missing.ts";
import type { Exceeded } from "./find-exceeded.ts";
import { atMost, proposalText, proposalsOf, strictestOf } from "./cap-proposals.ts";
import { indexRanges, sendAlone } from "./index-ranges.ts";
import { withCurrency } from "./with-currency.ts";
import { type CapTerms, percentCap } from "./read-caps.ts";

/** The maximum number of amounts in the message. The field `issues` can list more. */
const shown = 5;

/** Creates the error for missing caps. `missing`: for each policy, the raises without a cap. */
export function capMissing(
  what: string,
  missing: readonly MissingCaps[],
  account: PayingAccount | undefined,
  { moneyCaps = [] }: CapTerms,
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
function neededCaps(raises: readonly SpendRaise[]): string[] {
  const needed = new Set<string>();
  const hasChoice = ({ orCaps = [] }: SpendRaise) => orCaps.length > 0;
  for (const raise of [...raises.filter((one) => !hasChoice(one)), ...raises.filter(hasChoice)])
    if (![raise.cap, ...(raise.orCaps ?? [])].some((cap) => needed.has(cap))) needed.add(raise.cap);
  return [...needed];
}

/** Creates the error for amounts above caps. `items`: the number of items in the batch, or advice instead of items. */
export function capExceeded(what: string, all: readonly Exceeded[], items: number | string): ConnectorError {
  const exceeded = strictestOf(all);
  const texts = exceeded.map(describe);
  const refused = new Set(exceeded.flatMap(({ raise }) => raise.item ?? []));
  const hasItems = typeof items === "number";
  const indexes = Array.from({ length: hasItems ? items : 0 }, (_, index) => index);
  const others = indexes.filter((index) => !refused.has(index));
  const more = texts.length > shown ? `; and ${texts.length - shown} more` : "";
  const named =
    refused.size > 1 && hasItems
      ? ` Items above the caps: ${indexRanges(indexes.filter((index) => refused.has(index)))}.`
      : "";
  const alone =
    refused.size > 0 && others.length > 0
      ? ` ${sendAlone(others, "within the caps")}`
      : hasItems
        ? ""
        : ` ${items}`;
  const proposals = proposalsOf(exceeded);
  const issues = exceeded.slice(0, 50).map(({ raise: { path } }, index) => ({
    path,
    message: `${texts[index]}; ${atMost(proposals[index]!)}`,
  }));
  return new ConnectorError("cap_exceeded", `${what}: ${texts.slice(0, shown).join("; ")}${more}.${named}`, {
    path: `params.${exceeded[0]!.raise.path}`,
    hint: `${proposalText(proposals.slice(0, shown))} Only code can change the caps.${alone}`,
    ...(issues.length > 1 ? { issues } : {}),
  });
}

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
