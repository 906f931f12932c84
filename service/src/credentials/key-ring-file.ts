import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { ConnectorError } from "agent-connectors";
import { newKeys, readKeyRing, type KeyRing } from "./key-ring.ts";
import { sealKeyRing, unsealKeyRing, type KeyService } from "./key-service.ts";

/** Writes a file that only its owner can read. A crash never leaves an incomplete `file`. */
export function writeSecretFile(file: string, text: string, { replace = false } = {}): void {
  const temporary = `${file}.${process.pid}.new`;
  const handle = openSync(temporary, "wx", 0o600);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  if (replace) renameSync(temporary, file);
  else {
    try {
      // `linkSync` fails if the file already exists, unlike `renameSync`.
      linkSync(temporary, file);
    } finally {
      unlinkSync(temporary);
    }
  }
  const directory = openSync(dirname(file), "r");
  fsyncSync(directory);
  closeSync(directory);
}

export interface KeyRingSource {
  /** The key ring as JSON. Default: the key ring is read from `file`. */
  json?: string | undefined;
  file: string;
  /** Whether to create the file if it is absent. */
  create: boolean;
  /** Encrypts the key ring. Without it, the key ring is plain text. */
  keyService?: KeyService | undefined;
}

/** Reads the key ring, or creates its file. `created`: whether this call has created the file. */
export async function openKeyRing({
  json,
  file,
  create,
  keyService,
}: KeyRingSource): Promise<{ ring: KeyRing; created: boolean }> {
  const read = async (text: string, source: string) => ({
    ring: readKeyRing(await unsealKeyRing(text, source, keyService), source),
    created: false,
  });
  if (json) return read(json, "the environment");
  const found = readPrivateFile(file);
  if (found !== undefined) return read(found, file);
  if (!create)
    throw new ConnectorError("config_error", `There is no key ring at ${file}, and the store is not empty.`, {
      hint: "Restore the key ring that belongs to the store. Without it, the credentials in the store are lost.",
    });
  const text = JSON.stringify(newKeys(), null, 2);
  await writeKeyRing(file, text, keyService);
  return { ring: readKeyRing(text, file), created: true };
}

/** Writes the file of the key ring, encrypted if there is a key service. */
export async function writeKeyRing(
  file: string,
  text: string,
  keyService: KeyService | undefined,
  { replace = false } = {},
): Promise<void> {
  const written = keyService ? await sealKeyRing(text, keyService) : text;
  writeSecretFile(file, `${written}\n`, { replace });
}

export function readPrivateFile(file: string): string | undefined {
  let mode: number;
  try {
    ({ mode } = statSync(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  if ((mode & 0o077) !== 0)
    throw new ConnectorError("config_error", `Other users can read the key ring ${file}.`, {
      hint: `Run: chmod 600 ${file}`,
    });
  return readFileSync(file, "utf8");
}

export const keyRingFileIn = (directory: string): string => join(directory, "keyring.json");
