import { createHmac } from "node:crypto";
import type { Protection } from "../store/protected-rows/protection.ts";
import type { Store } from "../store/store.ts";
import type { KeyRing } from "./key-ring.ts";

/**
 * Gives a store the keys with which it signs and checks the lists of its protected rows.
 * @param options the clock, and a function that receives refused rows
 */
export function protectRows(
  { db }: Pick<Store, "db">,
  ring: KeyRing,
  options: Partial<Pick<Protection, "now" | "onRefused">> = {},
): void {
  const keys: Protection["keys"] = {
    active: ring.active,
    sign: (keyId, text) =>
      ring.has(keyId)
        ? createHmac("sha256", ring.key(keyId, "row-lists")).update(text).digest("base64url")
        : undefined,
  };
  Object.assign(db.protection, { ...options, keys });
}
