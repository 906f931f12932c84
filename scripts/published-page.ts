import { cpSync, globSync, readFileSync, writeFileSync } from "node:fs";

/** Removes comments, and the parts that need a clone. */
export const publishedPage = (page: string): string =>
  page
    .replaceAll(/<!-- clone -->[\s\S]*?<!-- \/clone -->\n*/g, "")
    .replaceAll(/^<!--(?:(?!-->)[\s\S])*-->\n/gm, "")
    .replaceAll(/\n{3,}/g, "\n\n");

/** Copies files, and changes the pages for readers of the package. In `files`, `!` before a name excludes a file. */
export function copyPublished(files: readonly string[], root: string, target: string): void {
  const leftOut = new Set(files.filter((name) => name.startsWith("!")).map((name) => root + name.slice(1)));
  for (const name of files)
    if (!name.startsWith("!"))
      cpSync(root + name, target + name, { recursive: true, filter: (path) => !leftOut.has(path) });
  for (const page of globSync("**/*.md", { cwd: target }))
    writeFileSync(target + page, publishedPage(readFileSync(target + page, "utf8")));
}
