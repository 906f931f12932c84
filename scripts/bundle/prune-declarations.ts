import { globSync, readFileSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** Deletes the declarations that the declarations in `entries` do not import, directly or indirectly. */
export function pruneDeclarations(folder: string, entries: readonly string[]): void {
  const used = new Set(entries.map((file) => resolve(folder, file)));
  for (const file of used)
    for (const [, to] of readFileSync(file, "utf8").matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)"(\.[^"]+)"/g))
      used.add(resolve(dirname(file), to!).replace(/\.[jt]s$/, ".d.ts"));
  for (const name of globSync("**/*.d.ts", { cwd: folder }))
    if (!used.has(resolve(folder, name))) rmSync(resolve(folder, name));
}
