import { createHmac } from "node:crypto";
import type { KeyRing } from "../credentials/key-ring.ts";
import { hashOf } from "../credentials/secret-text.ts";

/** Returns a hash of a request. Equal requests have equal hashes. It is stored only encrypted, so that nobody can guess secrets. */
export const fingerprintOf = (request: unknown): string => hashOf(canonicalJson(request));

/** Returns the fingerprints that earlier releases have stored for a request: `<key id>.<HMAC>`, for each key of the key ring. */
export const oldFingerprintsOf = (ring: KeyRing, request: unknown): string[] =>
  ring.ids.map((id) => {
    const hmac = createHmac("sha256", ring.key(id, "idempotency")).update(canonicalJson(request));
    return `${id}.${hmac.digest("base64url")}`;
  });

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
