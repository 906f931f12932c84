import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes } from "node:crypto";
import { ConnectorError } from "agent-connectors";
import type { ConnectorRow } from "../store/tables.ts";
import type { KeyRing } from "./key-ring.ts";

// An envelope is an encrypted text together with its encrypted key. The format is v1.<id of the master
// key>.<encrypted data key>.<encrypted text>. The data key encrypts the text, and the master key encrypts (wraps)
// the data key, both with AES-256-GCM. The encrypted data key and the encrypted text each contain the iv, the
// ciphertext and the tag. The associated data identifies the record that contains the envelope. An envelope that
// was copied to another record therefore cannot be decrypted.

export interface Sealer {
  /** The id of the active master key. */
  readonly keyId: string;
  seal(text: string, associatedData: readonly string[]): string;
  /**
   * @throws ConnectorError `internal` if the envelope was changed or comes from another record, or if the key ring
   * does not have the envelope's master key
   */
  open(envelope: string, associatedData: readonly string[]): string;
  /** Encrypts the data key of an envelope with the active master key. The encrypted text stays the same. */
  rewrap(envelope: string): string;
  /** Returns a short code for a secret, which does not reveal the secret. */
  fingerprint(text: string): string;
  /**
   * Returns the ids of a secret: one for each master key of the key ring. Equal secrets have equal ids. The id for
   * the active master key comes first.
   */
  secretIds(text: string): readonly string[];
}

export function createSealer(ring: KeyRing): Sealer {
  const wrap = (dataKey: Buffer) =>
    encrypt(ring.key(ring.active, "wrap"), dataKey, associatedDataOfKey(ring.active));
  const hmac = (keyId: string, text: string) =>
    createHmac("sha256", ring.key(keyId, "fingerprint")).update(text);
  const envelopeOf = (dataKey: Buffer, sealed: string) =>
    ["v1", ring.active, wrap(dataKey), sealed].join(".");
  /** Calls `run` with the decrypted data key of an envelope, and then erases the data key from memory. */
  const withDataKey = (envelope: string, run: (dataKey: Buffer, sealed: string) => string): string => {
    const [version, keyId, wrapped, sealed, ...more] = envelope.split(".");
    if (version !== "v1" || !keyId || !wrapped || !sealed || more.length > 0 || !ring.has(keyId))
      throw cannotOpen();
    const dataKey = decrypt(ring.key(keyId, "wrap"), wrapped, associatedDataOfKey(keyId));
    try {
      return run(dataKey, sealed);
    } finally {
      dataKey.fill(0);
    }
  };
  return {
    keyId: ring.active,
    seal(text, associatedData) {
      const dataKey = randomBytes(32);
      const sealed = encrypt(dataKey, text, associatedDataOfText(associatedData));
      const envelope = envelopeOf(dataKey, sealed);
      dataKey.fill(0);
      return envelope;
    },
    open: (envelope, associatedData) =>
      withDataKey(envelope, (dataKey, sealed) =>
        decrypt(dataKey, sealed, associatedDataOfText(associatedData)).toString("utf8"),
      ),
    rewrap: (envelope) => withDataKey(envelope, envelopeOf),
    fingerprint: (text) => `hmac:${hmac(ring.active, text).digest("hex").slice(0, 8)}`,
    secretIds: (text) =>
      [ring.active, ...ring.ids.filter((id) => id !== ring.active)].map(
        (id) => `${id}.${hmac(id, text).digest("base64url")}`,
      ),
  };
}

const associatedDataOfText = (parts: readonly string[]) => Buffer.from(JSON.stringify(["v1", ...parts]));

const associatedDataOfKey = (keyId: string) => Buffer.from(JSON.stringify(["v1/wrap", keyId]));

// With bytes instead of a key object, Node 24 needs three times as long for a short text.

/** Encrypts bytes, or a text as UTF-8. */
function encrypt(key: Buffer, plain: Buffer | string, associatedData: Buffer): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", createSecretKey(key), iv).setAAD(associatedData);
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}

function decrypt(key: Buffer, sealed: string, associatedData: Buffer): Buffer {
  const bytes = Buffer.from(sealed, "base64url");
  // Several base64 texts can encode the same bytes. Only one of them is accepted, so that every change of an envelope
  // is detected.
  if (bytes.length < 28 || bytes.toString("base64url") !== sealed) throw cannotOpen();
  const [secret, iv] = [createSecretKey(key), bytes.subarray(0, 12)];
  const decipher = createDecipheriv("aes-256-gcm", secret, iv, { authTagLength: 16 });
  decipher.setAAD(associatedData).setAuthTag(bytes.subarray(-16));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
  } catch {
    throw cannotOpen();
  }
}

const cannotOpen = () =>
  new ConnectorError("internal", "A stored secret could not be decrypted.", {
    hint: "Either the stored data was changed, or the service runs with the wrong key ring. The operator must check both.",
  });

/**
 * The encrypted credentials belong to this organization, workspace, connector and type, and open for no other. They
 * also open only with this `credential_id`, so that a changed row cannot use the platform tokens of another connector.
 */
export const associatedDataOf = (
  row: Pick<ConnectorRow, "organization_id" | "workspace_id" | "id" | "type" | "credential_id">,
): readonly string[] => [
  "credentials",
  row.organization_id,
  row.workspace_id,
  row.id,
  row.type,
  row.credential_id,
];
