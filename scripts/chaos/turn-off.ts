import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

// This module is loaded before a program of the chaos tests. It turns a defence off by changing the source of the
// service when a module is loaded. Therefore, the service itself needs no switch for its defences.

interface Change {
  file: string;
  from: string;
  to: string;
}

const changes: Readonly<Record<string, readonly Change[]>> = {
  // Without this defence, connectors of different effects and replicas refresh the same pair side by side.
  lock: [
    {
      file: "service/src/credentials/token-stores.ts",
      from: "store.withLock(`refresh/${id}`, run)",
      to: "run()",
    },
  ],
  // Without this defence, a new pair is used while it is still being written.
  "persist-first": [
    {
      file: "service/src/credentials/token-stores.ts",
      from: "await writeWithRetries(id, tokens)",
      to: "void clock.sleep(100).then(() => writeWithRetries(id, tokens)).catch(() => {}); await Promise.resolve()",
    },
  ],
  // Without this defence, a failure of the store after a write to the platform looks like any other failure of the
  // store.
  unknown: [
    {
      file: "service/src/store/storage-errors.ts",
      from: "export const callInDoubt = (error: unknown): unknown =>",
      to: "export const callInDoubt = (error: unknown): unknown => error; export const unused = (error: unknown): unknown =>",
    },
    {
      file: "service/src/idempotency/idempotency-keys.ts",
      // Without this defence, the key is not stored before the write is sent.
      from: ".transaction((db) => claimKey(db, row, clock.now(), unsent.has(id)))",
      to: ".transaction(async () => undefined)",
    },
  ],
};

const off = changes[process.env["CHAOS_WITHOUT"] ?? ""] ?? [];
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const here = off.filter(({ file }) => url.endsWith(`/${file}`));
    if (here.length === 0) return loaded;
    let source = readFileSync(fileURLToPath(url), "utf8");
    for (const { file, from, to } of here) {
      if (!source.includes(from)) throw new Error(`${file} does not contain the defence any more: ${from}`);
      source = source.replace(from, to);
    }
    return { ...loaded, source };
  },
});
