import { createPrivateKey } from "node:crypto";
import type { JWK } from "oidc-provider";
import type { KeyRing } from "../credentials/key-ring.ts";

/** The bytes before the seed in the PKCS #8 form of an Ed25519 key. https://www.rfc-editor.org/rfc/rfc8410#section-7 */
const beforeSeed = Buffer.from("302e020100300506032b657004220420", "hex");

/** Returns the keys that sign ID tokens, the active one first. All replicas derive the same keys from the key ring. */
export const signingKeys = (ring: KeyRing): JWK[] =>
  [ring.active, ...ring.ids.filter((id) => id !== ring.active)].map((id) => {
    const key = Buffer.concat([beforeSeed, ring.key(id, "oauth-sign")]);
    const jwk = createPrivateKey({ key, format: "der", type: "pkcs8" }).export({ format: "jwk" });
    return { ...jwk, kid: id, use: "sig", alg: "EdDSA" } as JWK;
  });
