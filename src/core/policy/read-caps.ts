import type { CapAmount, Caps, CapsOfAccounts, AllowListKind, AllowListKinds } from "../contract/policy.ts";
import { ConnectorError } from "../ground/errors.ts";
import { type Dict, cut, isDict, show } from "../ground/json.ts";

export const percentCap = "max_change_percent";

/** `moneyCaps`: the caps whose amounts have a currency. */
export interface CapTerms {
  caps?: readonly string[] | undefined;
  moneyCaps?: readonly string[] | undefined;
  allowListKinds?: AllowListKinds | undefined;
}

/**
 * Returns a frozen copy of the `caps` of a policy. `where`: the name of the policy, for error messages.
 * @throws ConnectorError `config_error`
 */
export function readCaps(caps: unknown, terms: CapTerms, where: string): Caps {
  const path = `${where}.caps`;
  const given = readObject(caps, path, terms);
  const { field, kind } = accountCaps(terms) ?? {};
  if (!kind || field === undefined || given[field] === undefined)
    return Object.freeze(readNamed(given, path, terms, false));
  const { [field]: accounts, ...general } = given;
  return Object.freeze({
    ...readNamed(general, path, terms, false),
    [field]: readAccounts(accounts, `${path}.${field}`, terms, kind),
  });
}

/** Returns the field of `caps` with the caps of single accounts, and the kind of its ids. */
function accountCaps({ allowListKinds = {} }: CapTerms): { field: string; kind: AllowListKind } | undefined {
  for (const kind of Object.values(allowListKinds))
    if (kind.capsField !== undefined) return { field: kind.capsField, kind };
  return undefined;
}

/** Returns the caps of single accounts, by account id, and the name of their field. */
export function capsOfAccounts(caps: Caps, terms: CapTerms): { field?: string; accounts: CapsOfAccounts } {
  const field = accountCaps(terms)?.field;
  return field === undefined ? { accounts: {} } : { field, accounts: (caps[field] ?? {}) as CapsOfAccounts };
}

function readAccounts(given: unknown, path: string, terms: CapTerms, account: AllowListKind): CapsOfAccounts {
  const entries = Object.entries(readObject(given, path, terms)).map(([id, caps]) => {
    if (!account.accepts.pattern.test(id))
      throw bad(path, `${path}: ${show(id)} is not ${account.accepts.says}.`, terms);
    const at = `${path}.${id}`;
    return [id, Object.freeze(readNamed(readObject(caps, at, terms), at, terms, true))] as const;
  });
  return Object.freeze(Object.fromEntries(entries));
}

/** Checks and copies caps. `oneCurrency`: whether the caps are for one account and need no currency. */
function readNamed(given: Dict, where: string, terms: CapTerms, oneCurrency: boolean) {
  const { caps = [], moneyCaps = [] } = terms;
  const known = allNames(caps);
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  for (const [name, value] of entries) {
    if (!known.includes(name)) throw bad(where, `${where}: there is no cap ${show(name)}.`, terms);
    const path = `${where}.${name}`;
    if (moneyCaps.includes(name) && isDict(value)) readAmounts(value, path, terms);
    else if (!isAmount(value)) throw bad(where, `${path} must be ${allowed}, got ${show(value)}.`, terms);
    else if (moneyCaps.includes(name) && !oneCurrency && value !== 0 && value !== unlimited)
      throw new ConnectorError("config_error", `${path} has no currency.`, {
        path: where,
        hint: `Write the cap with its currency, such as ${name}: { USD: ${value} }.`,
      });
  }
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isDict(value) ? Object.freeze({ ...value }) : value]),
  ) as Record<string, CapAmount>;
}

function readAmounts(amounts: Dict, path: string, terms: CapTerms): void {
  const entries = Object.entries(amounts);
  if (entries.length === 0) throw bad(path, `${path} has no currency.`, terms);
  for (const [currency, amount] of entries) {
    if (!/^[A-Z]{3}$/.test(currency))
      throw bad(path, `${path}: ${show(currency)} is not a currency such as USD.`, terms);
    if (!isAmount(amount))
      throw bad(path, `${path}.${currency} must be ${allowed}, got ${show(amount)}.`, terms);
  }
}

const unlimited = "unlimited";

const allowed = `a number of at least 0, or "${unlimited}"`;

const isAmount = (value: unknown): boolean =>
  value === unlimited || (typeof value === "number" && Number.isFinite(value) && value >= 0);

const allNames = (caps: readonly string[]) => (caps.length > 0 ? [...caps, percentCap] : []);

function readObject(value: unknown, path: string, terms: CapTerms): Dict {
  if (isDict(value)) return value;
  throw bad(path, `${path} must be an object, got ${show(value)}.`, terms);
}

function bad(path: string, message: string, { caps = [], moneyCaps = [] }: CapTerms): ConnectorError {
  const names = allNames(caps);
  const [money] = moneyCaps;
  const hint =
    names.length === 0
      ? "This connector has no caps."
      : `Caps: ${names.join(", ")}; each ${allowed}.${money === undefined ? "" : ` An amount of money has a currency, such as ${money}: { USD: 2 }.`}`;
  return new ConnectorError("config_error", cut(message, 400), { path, hint });
}
