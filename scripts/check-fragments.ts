import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { root } from "./empty-project.ts";
import { fragmentsOf } from "./page-fragments.ts";

// Checks the types of the code blocks that are not programs. The programs of `examples/` are part of the project, and the
// tests run them.

const folder = `${root}build/fragments/`;
const pages = ["README.md", ...globSync("docs/**/*.md", { cwd: root })];
const fragments = pages.flatMap((page) => fragmentsOf(page, readFileSync(root + page, "utf8")));

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const { page, line, module } of fragments)
  writeFileSync(`${folder}${page.replaceAll(/\W+/g, "-")}-line-${line}.ts`, module);
const compilerOptions = {
  noImplicitReturns: false,
  noUncheckedIndexedAccess: false,
  noUnusedLocals: false,
  noUnusedParameters: false,
};
writeFileSync(
  `${folder}tsconfig.json`,
  JSON.stringify({ extends: "../../tsconfig.json", compilerOptions, include: ["*.ts"], exclude: [] }),
);
const { status } = spawnSync(`${root}node_modules/.bin/tsc`, ["-p", folder], { stdio: "inherit" });
if (status === 0) console.log(`${fragments.length} code blocks in ${pages.length} pages: ok`);
process.exitCode = status ?? 1;
