import { existsSync, statSync } from "node:fs";
import { ConnectorError } from "agent-connectors";

/**
 * Returns a function that throws `storage_unavailable` if a file of the open database was deleted or replaced. SQLite
 * itself does not notice this, and continues to write to the deleted file.
 */
export function fileCheck(file: string): () => void {
  if (file === ":memory:") return () => {};
  const opened = statSync(file);
  return () => {
    const now = statSync(file, { throwIfNoEntry: false });
    if (now && now.ino === opened.ino && now.dev === opened.dev && existsSync(`${file}-wal`)) return;
    throw new ConnectorError("storage_unavailable", "The file of the store is gone.", {
      hint: "The operator must restore the file from a backup and restart the service.",
    });
  };
}
