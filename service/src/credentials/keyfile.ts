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
import { newKeys, readKeyRing, type KeyRing } from "./keyring.ts";

/** Writes a file of secrets so that it is whole or absent, and nobody else's to read. */
export function writeSecret(file: string, text: string, { replace = false } = {}): void {
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
      // Unlike a rename, a link fails when somebody was here first.
      linkSync(temporary, file);
    } finally {
      unlinkSync(temporary);
    }
  }
  const directory = openSync(dirname(file), "r");
  fsyncSync(directory);
  closeSync(directory);
}

export interface KeySource {
  /** The ring itself, as JSON. */
  json?: string | undefined;
  /** Its file. */
  file: string;
  /** May a ring be made when there is none? */
  create: boolean;
}

/** The key ring: from the environment, from a file, or made at the first start. */
export function openKeyRing({ json, file, create }: KeySource): { ring: KeyRing; made: boolean } {
  if (json) return { ring: readKeyRing(json, "the environment"), made: false };
  const found = readFile(file);
  if (found !== undefined) return { ring: readKeyRing(found, file), made: false };
  if (!create)
    throw new ConnectorError("config_error", `There is no key ring at ${file}, and the store is not empty.`, {
      hint: "Restore the key ring that belongs to the store; without it, its credentials are lost.",
    });
  const text = `${JSON.stringify(newKeys(), null, 2)}\n`;
  writeSecret(file, text);
  return { ring: readKeyRing(text, file), made: true };
}

function readFile(file: string): string | undefined {
  let mode: number;
  try {
    ({ mode } = statSync(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  if ((mode & 0o077) !== 0)
    throw new ConnectorError("config_error", `The key ring ${file} can be read by others.`, {
      hint: `Run: chmod 600 ${file}`,
    });
  return readFileSync(file, "utf8");
}

export const keyFileIn = (directory: string): string => join(directory, "keyring.json");
