import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect } from "vitest";

/** The names of the recipes in docs/recipes/. */
export const recipeNames: readonly string[] = globSync("docs/recipes/*.md")
  .map((file) => basename(file, ".md"))
  .filter((name) => name !== "README")
  .sort();

/** Returns the program that the page of a recipe shows, and the texts that it says are printed. */
export function recipePage(name: string): { program: string; prints: string[] } {
  const text = readFileSync(`docs/recipes/${name}.md`, "utf8");
  const [, program] = /<!-- code: (\S+) -->/.exec(text)!;
  return {
    program: program!,
    prints: [...text.matchAll(/```text\n([\s\S]*?)```/g)].map(([, block]) => block!),
  };
}

/** Checks that a program has printed what the page of its recipe says. `…` in the page stands for any text. */
export function expectPrinted(output: string, page: string): void {
  const [known = "", ...rest] = page
    .split("…")
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  if (rest.length === 0) expect(output).toBe(page);
  else expect(output).toMatch(new RegExp(`^${[known, ...rest].join(String.raw`[\s\S]*?`)}$`));
}
