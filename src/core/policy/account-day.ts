import type { Account } from "../contract/judgement.ts";

// The formats are kept, because it takes long to create a format.
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the date of a time in the account's time zone, such as `2026-03-12`. */
export function accountDay(account: Pick<Account, "timezone"> | undefined, time: number): string {
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
    // The platform has returned a time zone that this runtime does not know.
    return formatOf("UTC");
  }
  formats.set(timeZone, format);
  return format;
}
