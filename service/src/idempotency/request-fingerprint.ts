import { createHmac } from "node:crypto";
import type { KeyRing } from "../credentials/key-ring.ts";

export interface RequestFingerprints {
  /**
   * Returns `<key id>.<HMAC>`. With the same active key, equal requests have equal fingerprints. The HMAC reveals no
   * secret of the request.
   */
  of(request: unknown): string;
  /** Returns whether a fingerprint belongs to a request. Any key of the key ring can have made the fingerprint. */
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

/** Sorts the object keys, so that equal values have equal texts. */
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
