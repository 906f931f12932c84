import { globSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

// Copies code from tested files into the pages. In a page, the comment <!-- code: examples/first-call.ts -->
// contains the path of the file for the next code block. For a notebook, `#` and the ids of the cells follow the path:
// <!-- code: examples/notebook.ipynb#write,undo -->. With `--check`, the script changes nothing and fails if a
// block differs from its file.

const root = fileURLToPath(new URL("..", import.meta.url));
const check = process.argv.includes("--check");
const block = /(<!-- code: (\S+) -->\n)```(\w*)\n[\s\S]*?```/g;
const stale: string[] = [];

interface Notebook {
  cells: { id: string; source: string[] }[];
}

function codeIn(place: string): string {
  const [file, ids] = place.split("#") as [string, string?];
  const text = readFileSync(root + file, "utf8");
  if (ids === undefined) return text.trimEnd();
  const { cells } = JSON.parse(text) as Notebook;
  return ids
    .split(",")
    .map((id) => cells.find((cell) => cell.id === id)!.source.join(""))
    .join("\n\n");
}

for (const page of globSync(["README.md", "docs/**/*.md", "service/README.md"], { cwd: root })) {
  const text = readFileSync(root + page, "utf8");
  const fresh = text.replace(block, (_all, mark: string, file: string, language: string) => {
    return `${mark}\`\`\`${language}\n${codeIn(file)}\n\`\`\``;
  });
  const missing = text.replace(block, "").match(/<!-- code: \S+ -->/);
  if (missing) throw new Error(`${page}: a code block must follow ${missing[0]}`);
  if (fresh === text) continue;
  stale.push(page);
  if (!check) writeFileSync(root + page, fresh);
}
if (check && stale.length > 0) {
  console.error(`Code in ${stale.join(", ")} differs from its file: npm run snippets`);
  process.exitCode = 1;
}
