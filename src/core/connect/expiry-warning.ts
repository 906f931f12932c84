import type { ConnectFlow } from "../contract/connect-flow.ts";

const dayMs = 86_400_000;
/** The warning starts this many days before the credential ends. */
const earlyDays = 30;

/**
 * Returns a warning if a stored credential will end soon or has ended, because the platform limits how long a consent
 * lasts. Returns undefined if the consent lasts longer, or if its length is unknown. `connectedAt` is the time of the
 * consent, as ISO text.
 */
export function expiryWarning(
  { lifetime }: Pick<ConnectFlow, "lifetime">,
  connectedAt: string,
  now: number,
): string | undefined {
  const connected = Date.parse(connectedAt);
  if (!lifetime || Number.isNaN(connected) || connected < Date.parse(lifetime.since)) return undefined;
  const end = connected + lifetime.days * dayMs;
  if (end - now > earlyDays * dayMs) return undefined;
  const day = new Date(end).toISOString().slice(0, 10);
  const when = end > now ? `ends on ${day}` : `ended on ${day}`;
  return `The consent for this account ${when}, ${lifetime.days} days after it was given. Connect the account again.`;
}
