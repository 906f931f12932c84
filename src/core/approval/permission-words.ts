import type { CallFacts, Permission, StoredPermission } from "../contract/approval/permission.ts";
import { plain } from "./line-texts.ts";
import { isoOf } from "./stored-approval.ts";

/** Returns which calls a permission covers, in words: what is as in the decided call, and what can differ. */
export function coveredCalls(facts: CallFacts, limit?: number): string {
  const { name, who, places, external, fields, notified, effects, currency } = facts;
  const where = [...new Set(places.map((place) => plain(place.split(", ", 1)[0])))];
  const amount = limit === undefined ? "the given amount of" : String(limit);
  return [
    `${name}${who === undefined ? "" : ` as ${plain(who)}`}`,
    ...(where.length === 0 ? [] : [`only in or to ${where.join(" and ")}`]),
    ...(external.length === 0
      ? []
      : [`where people of ${external.map(plain).join(" and ")} can read it, and nobody of another company`]),
    ...(notified === null || where.length === 0
      ? []
      : [
          `notifying ${notified === 0 ? "nobody" : `at most ${notified} ${notified === 1 ? "person" : "people"}`}`,
        ]),
    `with no other fields than ${Object.keys(fields).map(plain).join(", ") || "none"}`,
    ...(effects.includes("spend")
      ? [`raising the most that can be spent in a day by at most ${amount} ${plain(currency)} for each call`]
      : []),
  ].join("; ");
}

/** Returns a permission for people and agents. */
export function permissionOf(stored: StoredPermission): Permission {
  const { id, scope, tool, call, facts, up_to, by, at, until, approval, ended } = stored;
  const limit = up_to === undefined ? {} : { up_to, currency: facts.currency };
  return {
    id,
    text: `Until ${isoOf(until).slice(0, 16).replace("T", " ")} UTC, nobody has to agree to these calls: ${coveredCalls(facts, up_to)}. ${plain(by)} has allowed this.`,
    scope,
    tool,
    ...call,
    ...limit,
    given_by: by,
    given_at: isoOf(at),
    until: isoOf(until),
    approval,
    ...(ended ? { ended: { by: ended.by, at: isoOf(ended.at) } } : {}),
  };
}
