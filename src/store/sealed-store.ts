import type { StoreDriver } from "../core/contract/store-driver.ts";
import { fromBase64, toBase64 } from "../core/ground/base64.ts";
import { ConnectorError } from "../core/ground/errors.ts";
import { checkStore } from "../core/store/check-store.ts";
import { optionError } from "../core/ground/read-options.ts";

/**
 * Encrypts every value of a store with AES-256-GCM. A value opens only under its own key of the store, so values cannot be
 * swapped. The keys of the store stay readable.
 * @param key 32 random bytes as base64 text, such as the output of `openssl rand -base64 32`. With several keys, the
 * first key encrypts, and the others only decrypt values that were written before a change of the key
 * @throws ConnectorError `config_error` for a key of another length. From the methods: `storage_unavailable`, with
 * nothing overwritten, if no key opens a value
 */
export function sealedStore(store: StoreDriver, key: string | readonly string[]): StoreDriver {
  checkStore(store);
  const given: readonly unknown[] = Array.isArray(key) ? key : [key];
  const keys = (given.length > 0 ? given : [undefined]).map((one, index) =>
    importKey(one, Array.isArray(key) ? `key[${index}]` : "key"),
  );
  return {
    private: true,
    retry: store.retry,
    async read(name) {
      const found = await store.read(name);
      return found && { value: await open(keys, name, found.value), version: found.version };
    },
    write: async (name, value, ifVersion, ttlSeconds) =>
      store.write(name, await seal(keys[0]!, name, value), ifVersion, ttlSeconds),
    delete: (name, ifVersion) => store.delete(name, ifVersion),
    list: (prefix, after, limit) => store.list(prefix, after, limit),
  };
}

const format = "sealed1.";
const ivBytes = 12;
type SealKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;
/** Keeps a byte order mark at the start of a value. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const bytesOf = (text: string) => new TextEncoder().encode(text);

async function seal(key: Promise<SealKey>, name: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const algorithm = { name: "AES-GCM", iv, additionalData: bytesOf(name) };
  const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, await key, bytesOf(text)));
  const all = new Uint8Array(ivBytes + sealed.length);
  all.set(iv);
  all.set(sealed, ivBytes);
  return `${format}${toBase64(all)}`;
}

async function open(keys: readonly Promise<SealKey>[], name: string, text: string): Promise<string> {
  if (!text.startsWith(format))
    throw unreadable(
      name,
      "is not encrypted, so another program or an unsealed store has written it",
      "Give the sealed store a table, prefix or directory of its own, or delete the value.",
    );
  const all = fromText(text.slice(format.length));
  if (!all) throw unreadable(name, "is damaged", "Restore it from a backup, or delete it to lose its value.");
  const algorithm = { name: "AES-GCM", iv: all.subarray(0, ivBytes), additionalData: bytesOf(name) };
  for (const key of keys)
    try {
      return decoder.decode(await crypto.subtle.decrypt(algorithm, await key, all.subarray(ivBytes)));
    } catch {}
  throw unreadable(
    name,
    "was encrypted with another key, or was changed or moved",
    "Pass the key with which the value was written, after the new key.",
  );
}

/** Returns the bytes of a base64 text, or undefined for another text. */
function fromText(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return fromBase64(text);
  } catch {
    return undefined;
  }
}

function importKey(text: unknown, path: string): Promise<SealKey> {
  const raw = typeof text === "string" ? fromText(text) : undefined;
  if (raw?.length !== 32)
    throw optionError(
      path,
      "Each key of a sealed store must be 32 bytes as base64 text.",
      "Make one with `openssl rand -base64 32`, and keep it outside of the store.",
    );
  return crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt", "decrypt"]);
}

const unreadable = (name: string, why: string, next: string) =>
  new ConnectorError("storage_unavailable", `The value under ${name} in the sealed store ${why}.`, {
    hint: `Nothing was overwritten. ${next}`,
    retryable: false,
  });
