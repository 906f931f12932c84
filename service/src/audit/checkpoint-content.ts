import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { KeyRing } from "../credentials/key-ring.ts";
import type { AuditCheckpointRow, AuditRow } from "../store/tables.ts";

// A checkpoint lists audit rows with their hashes. It contains the hash of the checkpoint before it, so whoever knows that one
// checkpoint is right knows it of all earlier ones. A key of the key ring signs the checkpoint.

export interface Entry {
  id: string;
  /** The hash of the columns that are never changed. */
  fixed: string;
  /** The hash of the columns that are cleared when the user of the row is deleted. */
  cleared: string;
}

const hashOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 32);

export const entryOf = (row: AuditRow): Entry => ({
  id: row.id,
  fixed: hashOf([
    row.id,
    Number(row.at),
    row.organization_id,
    row.workspace_id,
    row.application_id,
    row.token_id,
    row.operator,
    row.event,
    row.connector_id,
  ]),
  cleared: hashOf([row.id, row.detail, row.request_id]),
});

/** Whether the details of a row were removed with its user. */
export const isCleared = ({ detail, request_id }: AuditRow): boolean => detail === "{}" && request_id === "";

export const entriesText = (entries: readonly Entry[]): string =>
  JSON.stringify(entries.map(({ id, fixed, cleared }) => `${id}.${fixed}.${cleared}`));

export function readEntries(text: string): Entry[] {
  try {
    return (JSON.parse(text) as string[]).map((entry) => {
      const [id = "", fixed = "", cleared = ""] = entry.split(".");
      return { id, fixed, cleared };
    });
  } catch {
    return [];
  }
}

type Content = Omit<AuditCheckpointRow, "signature">;

/** What the next checkpoint contains: the time and the hash of this one. */
export const linkOf = (row: Content): string => `${Number(row.at)}.${checkpointHash(row)}`;

export const checkpointHash = ({ organization_id, number, at, entries, previous }: Content): string =>
  createHash("sha256")
    .update(
      JSON.stringify(["audit checkpoint", organization_id, Number(number), Number(at), entries, previous]),
    )
    .digest("base64url");

const mac = (ring: KeyRing, keyId: string, content: Content): Buffer =>
  createHmac("sha256", ring.key(keyId, "audit")).update(checkpointHash(content)).digest();

export const signatureOf = (ring: KeyRing, content: Content): string =>
  `${ring.active}.${mac(ring, ring.active, content).toString("base64url")}`;

/** Returns the id of the key that is said to have signed the checkpoint. */
export const signerOf = ({ signature }: AuditCheckpointRow): string => signature.split(".")[0]!;

/** Says whether a key of the key ring has signed the checkpoint. `unknown`: the key ring has no such key. */
export function checkSignature(ring: KeyRing, row: AuditCheckpointRow): "right" | "wrong" | "unknown" {
  const keyId = signerOf(row);
  const [, text = ""] = row.signature.split(".");
  if (!ring.has(keyId)) return "unknown";
  const [given, right] = [Buffer.from(text, "base64url"), mac(ring, keyId, row)];
  return given.length === right.length && timingSafeEqual(given, right) ? "right" : "wrong";
}
