import type { Account } from "../contract/judgement.ts";

/** Returns the date of a time in the account's time zone, such as `2026-03-12`. */
export function accountDay(account: Pick<Account, "timezone"> | undefined, time: number): string {
  const format = (timeZone: string) =>
    new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(
      time,
    );
  try {
    return format(account?.timezone ?? "UTC");
  } catch {
    return format("UTC");
  }
}
