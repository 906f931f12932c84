import { basename, dirname, join } from "node:path";
import type { ConnectorFacts } from "../../scripts/pages/connector-facts.ts";
import { taskPages } from "../../scripts/pages/task-pages.ts";
import { playgroundPath } from "./playground-page.ts";
import type { Pages } from "./repository-pages.ts";

/** An entry of VitePress's sidebar. */
export interface SidebarItem {
  text: string;
  link?: string;
  items?: SidebarItem[];
}

/** The sidebars by the beginnings of the addresses. VitePress takes the longest beginning. */
export type Sidebar = Record<string, SidebarItem[]>;

/** The path of the page that shows the service's HTTP API. */
export const apiPage = "docs/http-api.md";

/**
 * Returns a sidebar with every page except the entities, and a sidebar of entities for each connector.
 * @param root the folder of the repository
 */
export function sidebarOf(root: string, pages: Pages, connectors: readonly ConnectorFacts[]): Sidebar {
  const entities = connectors.map(({ name, title, entities: all }) => ({
    folder: `docs/${name}/`,
    items: [
      { text: "Start", link: "/" },
      { text: `${title}: all entities`, link: `/docs/${name}` },
      {
        text: "Entities",
        items: Object.keys(all).map((entity) => item(`docs/${name}/${entity}.md`, entity)),
      },
    ],
  }));
  const inAnother = (path: string) =>
    path === "index.md" || entities.some(({ folder }) => path.startsWith(folder));
  const left = new Set([...pages.keys()].filter((path) => !inAnother(path) && !isCode(pages.get(path)!)));
  const section = (text: string, paths: readonly string[]): SidebarItem[] => {
    const items = paths
      .filter((path) => left.delete(path))
      .map((path) => item(path, titleOf(pages.get(path)!)));
    return items.length === 0 ? [] : [{ text, items }];
  };
  /** The pages of a folder that are in no section yet. The index comes first. */
  const folder = (path: string) =>
    [...left]
      .filter((page) => page.startsWith(path))
      .toSorted((one, other) => place(one).localeCompare(place(other)));
  const tasks = taskPages(root).flatMap(([text, all]) =>
    section(
      text,
      // The index of a folder comes before its pages.
      all.flatMap(({ path }) => [
        join(dirname(path), "index.md"),
        path,
        ...(path === "docs/sandbox.md" ? [playgroundPath] : []),
      ]),
    ),
  );
  const reference = section("Reference", [
    ...connectors.flatMap(({ name }) => [`docs/${name}.md`, `docs/${name}-coverage.md`]),
    apiPage,
  ]);
  const service = section("Operate the service", folder("service/"));
  const [decisions] = section("Decisions", folder("docs/decisions/"));
  const folders = [...new Set([...left].flatMap((path) => /^docs\/([^/]+)\//.exec(path)?.[1] ?? []))];
  return {
    ...Object.fromEntries(entities.map(({ folder, items }) => [`/${folder}`, items])),
    "/docs/decisions/": [{ text: "Start", link: "/" }, ...(decisions === undefined ? [] : [decisions])],
    "/": [
      ...folders.flatMap((name) =>
        section(titleOf(pages.get(`docs/${name}/index.md`) ?? `# ${name}`), folder(`docs/${name}/`)),
      ),
      ...tasks,
      ...reference,
      ...service,
      ...section("Promises and changes", [...folder("docs/"), "CHANGELOG.md"]),
      ...(decisions?.items?.slice(0, 1) ?? []),
      ...section("Contribute", folder("")),
    ],
  };
}

const item = (path: string, text: string): SidebarItem => ({ text, link: addressOf(path) });

/** Returns the address of a page in the site. */
export const addressOf = (path: string): string => `/${path.replace(/(?:(^|\/)index)?\.md$/, "$1")}`;

const place = (path: string) => (basename(path) === "index.md" ? path.replace("index.md", "") : path);

const isCode = (text: string) => text.startsWith("---\nsearch: false");

function titleOf(text: string): string {
  const [, title] = /^# (.+)$/m.exec(text) ?? [];
  if (title === undefined) throw new Error(`A page has no title. It begins with: ${text.slice(0, 100)}`);
  return title.replaceAll("`", "");
}
