import type { PayingAccount } from "../contract/judgement.ts";

// Creating a format is slow.
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the date in the account's time zone, such as `2026-03-12`. Default: UTC. */
export function accountDay(account: Pick<PayingAccount, "timezone"> | undefined, time: number): string {
  return formatOf(account?.timezone ?? "UTC").format(time);
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  let format;
  try {
    format = new Intl.DateTimeFormat("en-CA", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    });
  } catch {
    // This runtime does not know the time zone that the platform has returned.
    return formatOf("UTC");
  }
  formats.set(timeZone, format);
  return format;
}
