import type { ConnectFlow } from "../contract/connect-flow.ts";
import type { Consent } from "../contract/connector.ts";

const dayMs = 86_400_000;
/** The warning starts this many days before the consent ends. */
const earlyDays = 30;

/**
 * Returns when the consent for an account ends, or undefined if it has no end. `connectedAt`: the time of the consent,
 * as ISO text. The time can be unknown, for example if the credentials come from another program.
 */
export function consentOf(
  flow: Pick<ConnectFlow, "lifetime"> | undefined,
  connectedAt: string | undefined,
  now: number,
): Consent | undefined {
  const lifetime = flow?.lifetime;
  if (!lifetime) return undefined;
  if (connectedAt === undefined)
    return {
      given_at: null,
      ends_at: null,
      note: `It is unknown when the consent for this account was given. A consent that is given on or after ${lifetime.since} ends ${lifetime.days} days later.`,
    };
  const given = Date.parse(connectedAt);
  if (given < Date.parse(lifetime.since)) return undefined;
  const end = given + lifetime.days * dayMs;
  const ends_at = new Date(end).toISOString();
  const consent = { given_at: new Date(given).toISOString(), ends_at };
  if (end - now > earlyDays * dayMs) return consent;
  const when = `${end > now ? "ends" : "ended"} on ${ends_at.slice(0, 10)}`;
  return {
    ...consent,
    warning: `The consent for this account ${when}, ${lifetime.days} days after it was given. Connect the account again.`,
  };
}
