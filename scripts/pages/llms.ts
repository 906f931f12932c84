import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join, resolve } from "node:path";
import { publishedPage } from "../published-page.ts";
import { taskPages } from "./task-pages.ts";

// Writes llms.txt, an index of the pages in the form of llmstxt.org, and llms-full.txt, the text of all pages of tasks, into a
// folder: `node scripts/pages/llms.ts FOLDER [BASE]`. BASE comes before the paths in the links, such as the site's address.

const root = fileURLToPath(new URL("../..", import.meta.url));
const about =
  "agent-connectors is a TypeScript package that lets LLM agents, chatbots and notebooks work with Slack, Amazon Ads, Notion, GitHub, Gmail, Google Calendar, Linear and APIs with a description, through one call: execute(entity, action, params?).";

/** Returns the text of llms.txt. */
export function llmsIndex(base: string): string {
  const sections = taskPages(root).map(([section, pages]) =>
    [
      `## ${section}`,
      "",
      ...pages.map((page) => `- [${page.title}](${base + page.path}): ${page.about}`),
    ].join("\n"),
  );
  const reference = ["slack", "amazon-ads", "notion", "github", "gmail", "google-calendar", "linear"].map(
    (name) => {
      const path = `docs/${name}.md`;
      const [, title = ""] = /^# (.+)$/m.exec(readFileSync(root + path, "utf8")) ?? [];
      return `- [${title}](${base + path})`;
    },
  );
  return `# agent-connectors

> ${about}

Install it with \`npm install agent-connectors\`. The pages are also in the package, in \`node_modules/agent-connectors/docs/\`,
where they belong to the installed version. Prefer them over what you remember.

${sections.join("\n\n")}

## Optional

${reference.join("\n")}
`;
}

/** Returns the text of llms-full.txt: the README and all pages of tasks. */
export function llmsFull(): string {
  const paths = ["README.md", ...taskPages(root).flatMap(([, pages]) => pages.map(({ path }) => path))];
  return paths
    .map((path) => `<!-- ${path} -->\n\n${publishedPage(readFileSync(root + path, "utf8")).trim()}\n`)
    .join("\n");
}

/** Writes both files into a folder. */
export function writeLlms(folder: string, base: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "llms.txt"), llmsIndex(base));
  writeFileSync(join(folder, "llms-full.txt"), llmsFull());
}

if (import.meta.main) {
  const [folder, base = ""] = process.argv.slice(2);
  if (folder === undefined) throw new Error("Name the folder for llms.txt and llms-full.txt.");
  writeLlms(resolve(folder), base);
}
