import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { defences } from "./defences.ts";

// Node loads this file before a program of the chaos tests. When Node loads a module, this file changes its source to
// turn a defence off. The service itself needs no switch for its defences.

const off = defences[process.env["CHAOS_WITHOUT"] ?? ""] ?? [];
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
