import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { tarballPath } from "../unpack-tarball.ts";

// Checks the manifest and the files inside each tarball, and that a package that several of them need has the same range of
// versions in all: an application that installs them then gets it once.

interface Manifest {
  name: string;
  bin: Record<string, string>;
  dependencies: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
const tar = (...words: string[]) => execFileSync("tar", words, { encoding: "utf8" });
const ranges = new Map<string, string>();
for (const folder of ["", "service/", "prove/"]) {
  const tarball = tarballPath(folder);
  const text = tar("-xzOf", tarball, "package/package.json");
  const { name, bin, ...manifest } = JSON.parse(text) as Manifest;
  const dependencies = { ...manifest.dependencies, ...manifest.optionalDependencies };
  const files = new Set(tar("-tzf", tarball).split("\n"));
  assert(
    !text.includes("agent-connectors-source"),
    `${name} has a condition for the sources of the repository`,
  );
  for (const [dependency, range] of Object.entries(dependencies)) {
    assert.match(range, /^[\^~]\d/, `${name} needs a range of versions for ${dependency}`);
    const other = ranges.get(dependency) ?? range;
    assert.equal(range, other, `${name} needs ${dependency} ${range}, and another package ${other}`);
    ranges.set(dependency, range);
  }
  for (const file of ["LICENSE", "README.md", ...Object.values(bin)])
    assert(files.has(`package/${file}`), `the tarball of ${name} lacks ${file}`);
  for (const hook of ["preinstall", "install", "postinstall", "prepare"])
    assert(!text.includes(`"${hook}"`), `${name} runs the script ${hook} at its installation`);
  console.log(`${name}: ${files.size - 1} files, ${Object.keys(dependencies).length} dependencies: ok`);
}
