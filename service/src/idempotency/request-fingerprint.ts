import { createHmac } from "node:crypto";
import type { KeyRing } from "../credentials/key-ring.ts";

export interface RequestFingerprints {
  /** Returns `<key id>.<HMAC>`, which is equal for equal requests. The HMAC reveals no secret of the request. */
  of(request: unknown): string;
  /**
   * Checks whether the fingerprint belongs to this request. The fingerprint can also be made with an older key of the
   * key ring.
   */
  match(request: unknown, fingerprint: string): boolean;
}

export function createRequestFingerprints(ring: KeyRing): RequestFingerprints {
  const withKey = (keyId: string, request: unknown) =>
    `${keyId}.${createHmac("sha256", ring.key(keyId, "idempotency")).update(canonicalJson(request)).digest("base64url")}`;
  return {
    of: (request) => withKey(ring.active, request),
    match(request, fingerprint) {
      const [keyId] = fingerprint.split(".") as [string];
      return ring.has(keyId) && withKey(keyId, request) === fingerprint;
    },
  };
}

/** Returns a text that is equal for equal JSON values. The order of the keys does not matter. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? sortedByKey(part as Record<string, unknown>)
      : part,
  );

const sortedByKey = (object: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(
    Object.keys(object)
      .sort()
      .map((key) => [key, object[key]]),
  );
