import type { ResponseHeaders } from "../contract/wire/http-types.ts";
import type { Clock } from "../ground/clock.ts";

/** Converts the header, a number of seconds or a date, to whole seconds from 1 to 86,400. */
export function retryAfter(headers: ResponseHeaders, clock: Clock): number | undefined {
  const header = headers.get("retry-after")?.trim() ?? "";
  let seconds = NaN;
  if (/^\d+(\.\d+)?$/.test(header)) seconds = Number(header);
  // `Date.parse` also accepts "-5" and "soon 5".
  else if (/^[A-Z][a-z]+,? .* ?\d\d:\d\d:\d\d/.test(header))
    seconds = (Date.parse(header) - clock.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(86_400, Math.max(1, Math.ceil(seconds))) : undefined;
}
