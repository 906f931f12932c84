import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, extname, join, relative } from "node:path";
import { linksOf } from "../../scripts/page-faults.ts";
import { publishedPage } from "../../scripts/published-page.ts";

/** The texts of the site's pages, by their paths in the folder that VitePress reads, such as `docs/usage.md`. */
export type Pages = Map<string, string>;

/** The pages with which the site begins. It also has every file to which they link. */
const first = ["README.md", "CHANGELOG.md", "docs/**/*.md", "service/README.md", "service/docs/*.md"];

const isPicture = (file: string) => [".svg", ".png"].includes(extname(file));

/** Returns the pages of the repository, and the paths of their pictures. */
export function repositoryPages(root: string): { pages: Pages; pictures: Set<string> } {
  const pages: Pages = new Map();
  const pictures = new Set<string>();
  const waiting = globSync([...first], { cwd: root }).map((file) => file.replaceAll("\\", "/"));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (isPicture(file)) pictures.add(file);
    else if (!pages.has(sitePath(file))) {
      const text = readFileSync(join(root, file), "utf8");
      const page = extname(file) === ".md" ? publishedPage(text) : codePage(file, text);
      pages.set(sitePath(file), withSitePaths(file, page));
      waiting.push(...linksOf(page).flatMap((target) => linkedFile(root, file!, target) ?? []));
    }
  }
  return { pages, pictures };
}

/** Returns the path of a repository's file in the site. */
function sitePath(file: string): string {
  if (isPicture(file)) return file;
  if (basename(file) === "README.md") return join(dirname(file), "index.md");
  return extname(file) === ".md" ? file : `${file.replaceAll(/\.(?=\w+$)/g, "-")}.md`;
}

const pathOf = (page: string, target: string) => join(dirname(page), target.split("#")[0]!);

/** A file that is not there stays a dead link, which the check of the links finds. */
const linkedFile = (root: string, page: string, target: string): string | undefined =>
  target.startsWith("#") || !existsSync(join(root, pathOf(page, target))) ? undefined : pathOf(page, target);

/** Points the links of a page to the paths of the site. */
const withSitePaths = (page: string, text: string): string =>
  linksOf(text).reduce((changed, target) => {
    if (target.startsWith("#")) return changed;
    const path = relative(dirname(sitePath(page)), sitePath(pathOf(page, target)));
    const [, anchor] = target.split("#");
    return changed.replaceAll(`](${target})`, `](${path}${anchor === undefined ? "" : `#${anchor}`})`);
  }, text);

/** Returns a page that shows a file. A search does not find it, because it would find the code twice. */
function codePage(file: string, text: string): string {
  const language =
    { ".ipynb": "json", ".tsx": "tsx", ".yml": "yaml" }[extname(file)] ?? extname(file).slice(1);
  return `---\nsearch: false\n---\n\n# ${basename(file)}\n\n\`${file}\`\n\n\`\`\`\`${language}\n${text.trim()}\n\`\`\`\`\n`;
}
