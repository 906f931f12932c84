import type { Found } from "../store/connectors.ts";
import type { KeyRing } from "./keyring.ts";
import { ConnectorError } from "agent-connectors";
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";

// v1.<key id>.<data key, wrapped by the master key>.<text>: AES-256-GCM twice, each part iv + ciphertext + tag. The
// associated data says whose record it is, so a row that is moved to another record does not open.

export interface Sealer {
  readonly keyId: string;
  seal(text: string, owner: readonly string[]): string;
  /** Throws `internal` when the envelope was changed, moved, or sealed by a key that is not here. */
  open(envelope: string, owner: readonly string[]): string;
  /** The same envelope with its data key wrapped by the active key; the text is never opened. */
  rewrap(envelope: string): string;
  /** A short mark by which two equal secrets can be recognised, and nothing else. */
  fingerprint(text: string): string;
}

export function createSealer(ring: KeyRing): Sealer {
  const wrap = (keyId: string, dataKey: Buffer) =>
    encrypt(ring.key(keyId, "wrap"), dataKey, wrapOwner(keyId));
  return {
    keyId: ring.active,
    seal(text, owner) {
      const dataKey = randomBytes(32);
      const sealed = encrypt(dataKey, Buffer.from(text, "utf8"), textOwner(owner));
      const envelope = ["v1", ring.active, wrap(ring.active, dataKey), sealed].join(".");
      dataKey.fill(0);
      return envelope;
    },
    open(envelope, owner) {
      const [version, keyId, wrapped, sealed] = envelope.split(".");
      if (version !== "v1" || !keyId || !wrapped || !sealed || !ring.has(keyId)) throw broken();
      const dataKey = decrypt(ring.key(keyId, "wrap"), wrapped, wrapOwner(keyId));
      try {
        return decrypt(dataKey, sealed, textOwner(owner)).toString("utf8");
      } finally {
        dataKey.fill(0);
      }
    },
    rewrap(envelope) {
      const [version, keyId, wrapped, sealed] = envelope.split(".");
      if (version !== "v1" || !keyId || !wrapped || !sealed || !ring.has(keyId)) throw broken();
      const dataKey = decrypt(ring.key(keyId, "wrap"), wrapped, wrapOwner(keyId));
      const again = ["v1", ring.active, wrap(ring.active, dataKey), sealed].join(".");
      dataKey.fill(0);
      return again;
    },
    fingerprint: (text) =>
      `hmac:${createHmac("sha256", ring.key(ring.active, "fingerprint")).update(text).digest("hex").slice(0, 8)}`,
  };
}

const textOwner = (owner: readonly string[]) => Buffer.from(JSON.stringify(["v1", ...owner]));

const wrapOwner = (keyId: string) => Buffer.from(JSON.stringify(["v1/wrap", keyId]));

function encrypt(key: Buffer, plain: Buffer, owner: Buffer): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(owner);
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}

function decrypt(key: Buffer, sealed: string, owner: Buffer): Buffer {
  const bytes = Buffer.from(sealed, "base64url");
  // Base64 has spare bits: only the one spelling is taken, so that no change goes unnoticed.
  if (bytes.length < 28 || bytes.toString("base64url") !== sealed) throw broken();
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(owner).setAuthTag(bytes.subarray(-16));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
  } catch {
    throw broken();
  }
}

const broken = () =>
  new ConnectorError("internal", "A sealed record could not be opened.", {
    hint: "The operator must look: the store was changed, or belongs to another key ring.",
  });

/** Bound into the envelope: a row that is moved to another id, type or tenant does not open. */
export const ownerOf = (
  row: Pick<Found, "organization_id" | "workspace_id" | "id" | "type">,
): readonly string[] => ["credentials", row.organization_id, row.workspace_id, row.id, row.type];
