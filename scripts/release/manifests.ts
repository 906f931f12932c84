import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { tarballPath } from "../unpack-tarball.ts";

// Checks the manifest and the files inside each tarball.

interface Manifest {
  name: string;
  bin: Record<string, string>;
  dependencies: Record<string, string>;
}
const tar = (...words: string[]) => execFileSync("tar", words, { encoding: "utf8" });
for (const folder of ["", "service/", "prove/"]) {
  const tarball = tarballPath(folder);
  const text = tar("-xzOf", tarball, "package/package.json");
  const { name, bin, dependencies } = JSON.parse(text) as Manifest;
  const files = new Set(tar("-tzf", tarball).split("\n"));
  assert(
    !text.includes("agent-connectors-source"),
    `${name} has a condition for the sources of the repository`,
  );
  for (const [dependency, range] of Object.entries(dependencies))
    assert.match(range, /^[\^~]?\d/, `${name} needs a range of versions for ${dependency}`);
  for (const file of ["LICENSE", "README.md", ...Object.values(bin)])
    assert(files.has(`package/${file}`), `the tarball of ${name} lacks ${file}`);
  for (const hook of ["preinstall", "install", "postinstall", "prepare"])
    assert(!text.includes(`"${hook}"`), `${name} runs the script ${hook} at its installation`);
  console.log(`${name}: ${files.size - 1} files, ${Object.keys(dependencies).length} dependencies: ok`);
}
