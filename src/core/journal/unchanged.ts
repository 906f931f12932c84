import { isDict } from "../ground/json.ts";

/**
 * Compares what a dry run reads now with what a write has left. Returns undefined if they have no value in common, because then
 * nothing is known. A value of which only one side knows does not count.
 */
export function unchangedSince(left: unknown, now: unknown): boolean | undefined {
  if (Array.isArray(left) && Array.isArray(now)) {
    if (now.length === 0) return undefined;
    // The undo can be about fewer items than the write, in the same order.
    const found = now.map((one) => left.map((item) => unchangedSince(item, one)));
    if (found.every((each) => each.includes(true))) return true;
    return found.some((each) => each.includes(false)) || left.length === 0 ? false : undefined;
  }
  if (isDict(left) && isDict(now)) {
    const common = Object.keys(now).filter((name) => Object.hasOwn(left, name));
    const results = new Set(common.map((name) => unchangedSince(left[name], now[name])));
    return results.has(false) ? false : results.has(true) || undefined;
  }
  if (left === undefined || now === undefined) return undefined;
  return typeof left === typeof now && left === now;
}
