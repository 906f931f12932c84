import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { sourceWithout } from "./source-without.ts";

// Node loads this file before a program of the chaos tests. When Node loads a module, this file changes its source to
// turn a defence off. The service itself needs no switch for its defences.

const changed = sourceWithout(process.env["CHAOS_WITHOUT"] ?? "");
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const source = url.startsWith("file:") ? changed(fileURLToPath(url)) : undefined;
    return source === undefined ? loaded : { ...loaded, source };
  },
});
