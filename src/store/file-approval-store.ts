import { createHash } from "node:crypto";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { keptMs } from "./memory-approval-store.ts";
import type { ApprovalRecord, ApprovalStore } from "../core/contract/approval.ts";
import { createTurns } from "../core/ground/turns.ts";
import { withFileLock } from "./file-lock.ts";
import { readPrivate, storePath } from "./private-file.ts";

/**
 * Creates a store that keeps each record in a file of a directory, for 30 days. Several processes of one computer can
 * share the directory. Only the owner can read the files, which contain the texts for people and the results of writes.
 * @throws ConnectorError `config_error` from the methods of the store, if other users can read a file (not on Windows)
 */
export function fileApprovalStore(directory: string): ApprovalStore {
  const folder = storePath(directory);
  // The calls of this process run one after another, so at most one call waits for the lock of the files.
  const inTurn = createTurns();
  let cleaned = false;
  return {
    update: (id, change) =>
      inTurn("folder", () =>
        withFileLock(join(folder, ".lock", "file"), async ({ replaceFile }) => {
          if (!cleaned) await removeOld(folder);
          cleaned = true;
          const path = join(folder, `${createHash("sha256").update(id).digest("hex")}.json`);
          const text = await readPrivate(path);
          const before = text === undefined ? undefined : (JSON.parse(text) as ApprovalRecord);
          const { record, result } = change(before);
          if (record && record !== before) await replaceFile(path, `${JSON.stringify(record)}\n`);
          return result;
        }),
      ),
  };
}

/** Deletes the records that have not changed for 30 days. */
async function removeOld(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (name.endsWith(".json") && Date.now() - (await stat(path)).mtimeMs > keptMs) await rm(path);
  }
}
