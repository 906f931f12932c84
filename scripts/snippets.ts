import { globSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

// Copies code from tested files into the pages. In a page, the comment <!-- code: examples/first-call.ts -->
// contains the path of the file for the next code block. With `--check`, the script changes nothing and fails if a
// block differs from its file.

const root = fileURLToPath(new URL("..", import.meta.url));
const check = process.argv.includes("--check");
const block = /(<!-- code: (\S+) -->\n)```(\w*)\n[\s\S]*?```/g;
const stale: string[] = [];

for (const page of globSync(["README.md", "docs/*.md", "service/README.md"], { cwd: root })) {
  const text = readFileSync(root + page, "utf8");
  const fresh = text.replace(block, (_all, mark: string, file: string, language: string) => {
    return `${mark}\`\`\`${language}\n${readFileSync(root + file, "utf8").trimEnd()}\n\`\`\``;
  });
  if (fresh === text) continue;
  stale.push(page);
  if (!check) writeFileSync(root + page, fresh);
}
if (check && stale.length > 0) {
  console.error(`Code in ${stale.join(", ")} differs from its file: npm run snippets`);
  process.exitCode = 1;
}
