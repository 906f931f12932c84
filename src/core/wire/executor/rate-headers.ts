import type { ResponseHeaders } from "../../contract/wire/http-types.ts";
import type { RateWire } from "../../contract/wire/operation.ts";
import type { Clock } from "../../ground/clock.ts";

/** Returns true if no request is left until the limit is reset. */
export const isUsedUp = (headers: ResponseHeaders, rate: RateWire | undefined): boolean =>
  rate?.headers !== undefined && headers.get(rate.headers.remaining)?.trim() === "0";

/** Returns the seconds until the reset, from 1 to 86,400, or undefined if the response does not say when. */
export function resetSeconds(
  headers: ResponseHeaders,
  rate: RateWire | undefined,
  clock: Clock,
): number | undefined {
  if (rate?.headers === undefined) return undefined;
  const value = Number(headers.get(rate.headers.reset) ?? NaN);
  const { unit } = rate.headers;
  const seconds = unit === "seconds" ? value : (unit === "epoch" ? value : value / 1000) - clock.now() / 1000;
  return Number.isFinite(seconds) ? Math.min(86_400, Math.max(1, Math.ceil(seconds))) : undefined;
}
