import { randomUUID } from "node:crypto";

/** Returns the smallest UUID of a time. */
export const firstUuid = (time: number): string => {
  const hex = Math.max(0, time).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
};

let last = 0;
let count = 0;

/** Returns a UUID of version 7. UUIDs sort by `now` and, within a process, by the order of the calls. */
export function uuid(now: number): string {
  // 12 bits count the UUIDs of one millisecond.
  count = now === last ? (count + 1) & 0xfff : 0;
  last = now;
  const time = now.toString(16).padStart(12, "0");
  // The rest is random. `randomUUID` fetches random bytes for many UUIDs at once.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, "0")}${randomUUID().slice(18)}`;
}
