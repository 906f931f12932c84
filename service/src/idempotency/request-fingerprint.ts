import { createHmac } from "node:crypto";
import type { KeyRing } from "../credentials/key-ring.ts";

export interface RequestFingerprints {
  /** `<key id>.<HMAC>`, equal for equal requests. The HMAC reveals nothing of a secret in the request. */
  of(request: unknown): string;
  /** Whether this request has the fingerprint, which an older key of the ring may have made. */
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

/** The same text for the same JSON, in whatever order its keys are. */
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
