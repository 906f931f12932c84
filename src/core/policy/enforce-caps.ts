import type { Judgement, Raise } from "../contract/judgement.ts";
import type { Policy } from "../contract/policy.ts";
import { ConnectorError } from "../ground/errors.ts";
import { isDict, show } from "../ground/json.ts";

/**
 * The name of the cap that limits the raise of every amount. The value is the maximum raise in percent of the current
 * amount.
 */
export const percentCap = "max_change_percent";

/**
 * Compares each amount that a call would raise with the caps of all policies. If the effect of the call is `spend`,
 * every such amount needs a cap. `what`: the name of the action, for the error messages.
 * @throws ConnectorError `policy_denied` if a needed cap is missing, `cap_exceeded` if an amount is above a cap
 */
export function enforceCaps(
  policies: readonly Policy[],
  what: string,
  { effect, raises = [] }: Judgement,
): void {
  const all = policies.flatMap(({ caps }) => (caps ? [caps] : []));
  if (effect === "spend") {
    const missing = new Set(
      raises.map(({ cap }) => cap).filter((cap) => !all.some((caps) => caps[cap] !== undefined)),
    );
    if (all.length === 0 || missing.size > 0)
      throw new ConnectorError(
        "policy_denied",
        `${what} would raise spending, and the policy has no ${missing.size > 0 ? `cap ${[...missing].join(", ")}` : "caps"}.`,
        {
          path: "action",
          hint: `Only code can allow it, with policy: { caps: { ${[...missing, percentCap].map((name) => `${name}: …`).join(", ")} } }. Tell the user.`,
        },
      );
  }
  for (const caps of all) for (const raise of raises) judgeRaise(what, raise, caps);
}

function judgeRaise(
  what: string,
  { path, cap, from, to }: Raise,
  caps: Readonly<Record<string, number>>,
): void {
  const limits = [
    { name: cap, most: caps[cap] },
    {
      name: percentCap,
      most: from !== undefined && from > 0 ? percentMost(from, caps[percentCap]) : undefined,
    },
  ].flatMap(({ name, most }) => (most === undefined ? [] : [{ name, most }]));
  const exceeded = limits.filter(({ most }) => to > most + 1e-9);
  if (exceeded.length === 0) return;
  const most = Math.floor(Math.min(...limits.map((limit) => limit.most)) * 100) / 100;
  const names = exceeded.map(({ name }) => `${name} (${caps[name]})`).join(" and ");
  throw new ConnectorError(
    "cap_exceeded",
    `${what}: ${path} would be ${to}${from === undefined ? "" : `, from ${from}`}; that is more than ${names} allows.`,
    {
      path: `params.${path}`,
      hint: `Propose at most ${most}, or ask the user. Only code can change the caps.`,
    },
  );
}

const percentMost = (from: number, percent: number | undefined) =>
  percent === undefined ? undefined : from * (1 + percent / 100);

/**
 * Checks the `caps` of a policy, and returns a copy.
 * @throws ConnectorError `config_error` if a name is unknown, or if a value is not a number of at least 0
 */
export function readCaps(
  caps: unknown,
  known: readonly string[],
  where: string,
): Readonly<Record<string, number>> {
  const allowed = known.length > 0 ? [...known, percentCap] : [];
  const bad = (message: string) =>
    new ConnectorError("config_error", message, {
      path: `${where}.caps`,
      hint:
        allowed.length > 0
          ? `Caps: ${allowed.join(", ")}; each a number of at least 0.`
          : "This connector has no caps.",
    });
  if (!isDict(caps)) throw bad(`${where}.caps must be an object, got ${show(caps)}.`);
  const given = Object.entries(caps).filter(([, value]) => value !== undefined);
  for (const [name, value] of given) {
    if (!allowed.includes(name)) throw bad(`${where}.caps: there is no cap ${show(name)}.`);
    if (typeof value !== "number" || !(value >= 0))
      throw bad(`${where}.caps.${name} must be a number of at least 0, got ${show(value)}.`);
  }
  return Object.freeze(Object.fromEntries(given)) as Readonly<Record<string, number>>;
}
