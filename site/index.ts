import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { copyPublished } from "../scripts/published-page.ts";
import { writeLlms } from "../scripts/pages/llms.ts";
import { deadLinksOfSite } from "./check/dead-links.ts";
import { missedSearches } from "./check/search.ts";
import { checkLooksOfSite } from "./check/looks.ts";
import { checkPlayground } from "./check/playground.ts";
import { serveSite } from "./check/serve-site.ts";
import { assemble } from "./pages/assemble.ts";
import { scalarScript } from "./pages/scalar-script.ts";

// Builds the documentation site into site/build/dist, and checks its links and its search.
// --serve serves it on a free port. --check uses the playground and looks at pages in Chromium, and writes pictures into
// site/build/pictures.
// --base /name/ is for a site that does not begin at the top of its host.

const { values } = parseArgs({
  options: {
    serve: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    base: { type: "string", default: "/" },
  },
});
const { base } = values;
if (!/^\/(?:.+\/)?$/.test(base)) throw new Error(`--base must begin and end with a slash, unlike ${base}`);

const site = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("..", import.meta.url));
const dist = `${site}build/dist`;

if (!existsSync(`${site}node_modules`)) run("npm", ["ci", "--prefix", site]);
const { paths, calls } = await assemble(root, `${site}build/pages`);
writeFileSync(`${site}build/pages/source/public/scalar.js`, await scalarScript());
// The playground gets the connectors as they are published.
run(process.execPath, [
  "--conditions=agent-connectors-source",
  `${root}scripts/build.ts`,
  "--no-types",
  "--out",
  `${site}build/package`,
]);
run("tsc", ["-p", site]);
run(process.execPath, [`${site}node_modules/vitepress/bin/vitepress.js`, "build", site, "--base", base]);
// llms.txt links to the texts of the pages.
copyPublished(["docs"], root, `${dist}/`);
writeLlms(dist, base);

const dead = deadLinksOfSite(dist, base, { "playground.html": calls });
if (dead.length > 0) {
  console.error([`${dead.length} links lead nowhere:`, ...dead].join("\n"));
  process.exit(1);
}
const missed = await missedSearches(dist, base);
if (missed.length > 0) {
  console.error([`${missed.length} searches miss their page:`, ...missed].join("\n"));
  process.exit(1);
}
console.log(
  `${paths.length} pages in ${dist}. All links lead to a page and a heading, and all searches find theirs.`,
);

if (values.check || values.serve) {
  const server = await serveSite(dist, base);
  if (values.check) {
    const sizes = await checkPlayground(server.address, dist, base);
    console.log(["The playground works. A connector loads:", ...sizes].join("\n"));
    await checkLooksOfSite(server.address, `${site}build/pictures`);
    console.log(`No findings of axe. The pictures are in ${site}build/pictures.`);
  }
  if (values.serve) console.log(`${server.address} (stop with Ctrl+C)`);
  else await server.close();
}

/** Runs a program, and ends this one if it fails. */
function run(program: string, args: readonly string[]): void {
  const { status, error } = spawnSync(program, args, { stdio: "inherit", cwd: root });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
