import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { deadLinks } from "../page-faults.ts";

// Fails if a link of a page leads to a file or a heading that is not there.

const root = fileURLToPath(new URL("../..", import.meta.url));
const pages = globSync(["*.md", "{docs,examples,prove,service}/**/*.md"], {
  cwd: root,
  exclude: ["**/node_modules"],
});
const dead = pages.flatMap((page) => deadLinks(root, page));
for (const fault of dead) console.error(fault);
if (dead.length === 0) console.log(`links of ${pages.length} pages: ok`);
process.exitCode = dead.length === 0 ? 0 : 1;
