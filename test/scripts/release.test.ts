import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ownerFields } from "../../scripts/release/owner.ts";
import { refusals, type Release } from "../../scripts/release/refusals.ts";

const repository = "https://github.com/acme/agent-connectors";
const ready: Release = {
  owner: { repository, homepage: "", security: "security@acme.example" },
  versions: { main: "0.1.0", service: "0.1.0" },
  changelog: "# Changelog\n\n## 0.1.0 - 2026-11-29\n",
  securityPage: "Write to security@acme.example.",
  confirmed: 0,
  changed: "",
};
const unfilled = { repository: "", homepage: "", security: "" };

test("publishes what is ready", () => expect(refusals(ready)).toEqual([]));

test.each<[string, Partial<Release>, string[]]>([
  [
    "the owner's addresses are not filled in",
    { owner: unfilled },
    ['Fill in "repository" in', 'Fill in "security" in'],
  ],
  ["the repository is not an address", { owner: { ...ready.owner, repository: "acme/x" } }, ['"repository"']],
  ["the homepage is not an address", { owner: { ...ready.owner, homepage: "acme" } }, ['"homepage"']],
  ["SECURITY.md lacks the address", { securityPage: "" }, ["Name security@acme.example in SECURITY.md"]],
  ["a package has another version", { versions: { main: "0.1.0", service: "0.2.0" } }, ["service 0.2.0"]],
  ["the changelog lacks a day", { changelog: "## 0.1.0, not yet released" }, ['"## 0.1.0 - YYYY-MM-DD"']],
  ["a file is changed", { changed: " M README.md\n" }, ["\n M README.md"]],
  [
    "nothing is confirmed for version 1",
    { versions: { main: "1.0.0" }, changelog: "## 1.0.0 - 2027-01-01" },
    ["Version 1.0.0 promises"],
  ],
])("refuses to publish if %s", (_, change, reasons) =>
  expect(refusals({ ...ready, ...change })).toEqual(reasons.map((reason) => expect.stringContaining(reason))),
);

test("publishes version 1 after a confirmation", () => {
  const one = { versions: { main: "1.0.0" }, changelog: "## 1.0.0 - 2027-01-01", confirmed: 1 };
  expect(refusals({ ...ready, ...one })).toEqual([]);
});

test("a published manifest names the owner's addresses, and no empty address", () => {
  expect(ownerFields(unfilled)).toEqual({});
  expect(ownerFields(ready.owner, "service")).toEqual({
    repository: { type: "git", url: `git+${repository}.git`, directory: "service" },
    bugs: `${repository}/issues`,
    homepage: `${repository}#readme`,
  });
});

// Without the name of a step, this test would publish the packages on a computer that can.
test("npm run release publishes only after all steps", () => {
  const index = fileURLToPath(new URL("../../scripts/release/index.ts", import.meta.url));
  const run = (...words: string[]) => spawnSync(process.execPath, [index, ...words], { encoding: "utf8" });
  const refused = (reason: string) => ({ status: 2, stdout: "", stderr: expect.stringContaining(reason) });
  expect(run("service", "--publish")).toMatchObject(refused("--publish needs all steps, so name none."));
  expect(run("nope")).toMatchObject(refused("There is no step nope."));
});
