import type { StoredPermission } from "../contract/approval/permission.ts";
import type { StoredApproval } from "../contract/approval.ts";
import type { StoredTokens } from "../contract/tokens.ts";
import type { DayTotals } from "../contract/day-totals.ts";
import type { Written } from "../contract/result.ts";
import type { ToolResult } from "../contract/tool.ts";
import { type ErrorJson, errorTable } from "../ground/errors.ts";
import { isDict } from "../ground/json.ts";
import type { OnceUse } from "./once.ts";
import type { Kind } from "./records.ts";

// Everything that this package keeps in a store, with the lifetime of each kind. The first part of each key is the name
// of the kind. The kinds of the journal are in its own room.

const day = 86_400;

/** The tokens that a platform has issued for one set of credentials. Without a lifetime, because nobody can get a lost pair again. */
export const tokens: Kind<StoredTokens> = {
  name: "tokens",
  is: (value): value is StoredTokens =>
    isDict(value) &&
    typeof value.access_token === "string" &&
    ["undefined", "string"].includes(typeof value.refresh_token) &&
    isAmount(value.obtained_at) &&
    isAmount(value.expires_at),
};

/** The raises of one account on one day. The date is current for a day, and the totals are kept for three days after it. */
export const totals: Kind<DayTotals> = {
  name: "totals",
  ttlSeconds: 4 * day,
  is: (value): value is DayTotals =>
    isDict(value) &&
    isDict(value.amounts) &&
    Object.values(value.amounts).every((one) => isDict(one) && isAmount(one.first) && isAmount(one.high)) &&
    isDict(value.reserved) &&
    Object.values(value.reserved).every((one) => isDict(one) && Object.values(one).every(isAmount)),
};

/** What an action keeps between two calls. The action can name a shorter lifetime. */
export const states = { name: "states", ttlSeconds: day };

/** The calls that wait, or have waited, for the decision of a person. */
export const approvalRecords: Kind<StoredApproval> = {
  name: "approvals",
  ttlSeconds: 30 * day,
  is: (value): value is StoredApproval =>
    isDict(value) &&
    [value.digest, value.reason, value.state, value.tool].every((text) => typeof text === "string") &&
    [value.asked, value.expires].every(isAmount) &&
    [value.needs, value.answers].every(Array.isArray) &&
    isDict(value.call),
};

/** One mark for each approval whose call has not ended, so that a list does not read the others. */
export const openApprovals = { name: "open", ttlSeconds: 30 * day };

/** The permissions for one kind of call. None of them lasts longer than the lifetime. */
export const permissionRecords: Kind<readonly StoredPermission[]> = {
  name: "permissions",
  ttlSeconds: 32 * day,
  is: (value): value is readonly StoredPermission[] =>
    Array.isArray(value) &&
    value.every(
      (one) =>
        isDict(one) &&
        [one.id, one.scope, one.tool, one.by].every((text) => typeof text === "string") &&
        [one.at, one.until].every(isAmount) &&
        [one.call, one.facts].every(isDict),
    ),
};

/** The writes of tools of `approvals`, with their results. A repeated call waits a minute for the first result. */
export const approvedWrites: OnceUse<ToolResult> = {
  name: "approved",
  keptSeconds: 30 * day,
  limitSeconds: 60,
  is: (value): value is ToolResult => isDict(value) && typeof value.ok === "boolean",
};

/** The keys of `claimOnce`. A claim has no outcome. */
export const claims: OnceUse<never> = {
  name: "claims",
  keptSeconds: 30 * day,
  limitSeconds: 0,
  is: (_outcome): _outcome is never => false,
};

/** The outcome of a write with an idempotency key: the result, or an error after which the write may have been done. */
export interface KeptWrite {
  written?: Written;
  error?: ErrorJson;
  /** The end of the write with the error, in milliseconds since the epoch. */
  until?: number;
}

/** The writes with an idempotency key. The limit is longer than the requests, retries and waits of one call. */
export const outcomes: OnceUse<KeptWrite> = {
  name: "outcomes",
  keptSeconds: day,
  limitSeconds: 180,
  is: (value): value is KeptWrite =>
    isDict(value) &&
    (value.written === undefined
      ? isDict(value.error) && Object.hasOwn(errorTable, String(value.error.code)) && isAmount(value.until)
      : isDict(value.written) && isDict(value.written.result) && Array.isArray(value.written.effects)),
};

const isAmount = (value: unknown): value is number => typeof value === "number";
