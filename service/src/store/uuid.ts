import { randomBytes } from "node:crypto";

/** Returns the smallest UUID of a time. */
export const firstUuid = (time: number): string => {
  const hex = Math.max(0, time).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
};

let last = 0;
let count = 0;

/** Returns a UUID of version 7. UUIDs sort by `now` and, within a process, by the order of the calls. */
export function uuid(now: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  // 12 bits count the UUIDs of one millisecond.
  count = now === last ? (count + 1) & 0xfff : 0;
  last = now;
  bytes.writeUInt16BE(0x7000 | count, 6);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
