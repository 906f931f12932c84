import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import { ConnectorError } from "agent-connectors";

/** The purpose of a key that is derived from a master key. */
export type Purpose =
  | "wrap"
  | "token-sign"
  | "idempotency"
  | "fingerprint"
  | "cursor"
  | "row-lists"
  | "audit"
  | "oauth-sign"
  | "oauth-cookie";

/**
 * The master keys of the service. The active key encrypts new records and signs new tokens. The other keys are only for
 * older records and tokens.
 */
export interface KeyRing {
  readonly active: string;
  readonly ids: readonly string[];
  has(id: string): boolean;
  /**
   * Returns a key of 32 bytes, which is derived from a master key for one purpose.
   * @throws ConnectorError `internal` if the key ring has no such master key
   */
  key(id: string, purpose: Purpose): Buffer;
  /** Returns a value that identifies a master key, but does not reveal it. */
  checkValue(id: string): string;
  toJSON(): string;
}

export interface KeyRingJson {
  active: string;
  keys: Record<string, string>;
}

export const newKeyId = (): string => `k${randomBytes(4).toString("hex")}`;

export function newKeys(): KeyRingJson {
  const id = newKeyId();
  return { active: id, keys: { [id]: randomBytes(32).toString("base64") } };
}

/**
 * Reads a key ring from JSON.
 * @param source the origin of the text, for error messages
 * @throws ConnectorError `config_error` if the text is not a valid key ring. The message never contains a key
 */
export function readKeyRing(text: string, source: string): KeyRing {
  const json = parse(text);
  const refuse = (why: string) =>
    new ConnectorError("config_error", `The key ring of ${source} ${why}.`, {
      hint: 'A key ring has the form {"active": "<id>", "keys": {"<id>": "<32 bytes in base64>"}}.',
    });
  if (typeof json !== "object" || json === null) throw refuse("is not a JSON object");
  const { active, keys } = json as Partial<KeyRingJson>;
  if (typeof active !== "string" || typeof keys !== "object" || keys === null)
    throw refuse("lacks active or keys");
  const masters = new Map<string, Buffer>();
  for (const [id, value] of Object.entries(keys)) {
    const bytes = typeof value === "string" ? Buffer.from(value, "base64") : undefined;
    if (!/^[A-Za-z0-9_-]{1,32}$/.test(id) || bytes?.length !== 32)
      throw refuse(`holds a key (${id.slice(0, 32)}) that is not 32 bytes in base64`);
    masters.set(id, bytes);
  }
  if (!masters.has(active)) throw refuse("names an active key that it does not hold");

  const derived = new Map<string, Buffer>();
  const key = (id: string, purpose: Purpose): Buffer => {
    const name = `${id}/${purpose}`;
    let found = derived.get(name);
    if (!found) {
      const master = masters.get(id);
      if (!master)
        throw new ConnectorError("internal", `The key ring has no key ${id.slice(0, 32)}.`, {
          hint: "The store was encrypted with another key ring. Restore that key ring.",
        });
      found = Buffer.from(hkdfSync("sha256", master, "agent-connectors", purpose, 32));
      derived.set(name, found);
    }
    return found;
  };
  return {
    active,
    ids: [...masters.keys()],
    has: (id) => masters.has(id),
    key,
    checkValue: (id) => createHmac("sha256", key(id, "fingerprint")).update("key check").digest("hex"),
    // If the key ring is logged by mistake, the log contains only this text.
    toJSON: () => "[key ring]",
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
