import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { factsOf, type ConnectorFacts } from "../../scripts/pages/connector-facts.ts";
import { references } from "../../scripts/pages/reference.ts";
import { slackMethods } from "../../scripts/pages/slack-coverage.ts";
import { playables } from "../playground/index.ts";
import { entityPage, overviewPage } from "./entity-page.ts";
import { frontPage } from "./front-page.ts";
import { httpApiPage, openApiText } from "./http-api.ts";
import { playgroundPage, playgroundPath } from "./playground-page.ts";
import { repositoryPages } from "./repository-pages.ts";
import { apiPage, sidebarOf, type Sidebar } from "./sidebar.ts";

/** Where the parts of the site are, in the folder of the site. */
export const sourceFolder = "source";
export const sidebarFile = "sidebar.json";

/**
 * Writes the pages that VitePress reads, and the sidebar. Returns also the calls that a link to the playground can name.
 * @param root the folder of the repository, with a `/` at its end
 * @param folder the folder to write, which is emptied first
 */
export async function assemble(
  root: string,
  folder: string,
): Promise<{ paths: string[]; sidebar: Sidebar; calls: string[] }> {
  const { pages, pictures } = repositoryPages(root);
  const connectors = await Promise.all(references.map(factsOf));
  for (const facts of connectors) {
    pages.set(
      `docs/${facts.name}.md`,
      overviewPage(facts, ...(facts.name === "slack" ? [slackMethods()] : [])),
    );
    for (const entity of Object.keys(facts.entities))
      pages.set(`docs/${facts.name}/${entity}.md`, entityPage(facts, entity));
  }
  pages.set("index.md", frontPage(pages.get("index.md")!));
  pages.set(apiPage, httpApiPage);
  pages.set(playgroundPath, playgroundPage);
  const sidebar = sidebarOf(root, pages, connectors);

  const source = join(folder, sourceFolder);
  rmSync(folder, { recursive: true, force: true });
  for (const picture of pictures) cpSync(join(root, picture), join(source, picture));
  write(join(folder, sidebarFile), JSON.stringify(sidebar));
  write(join(source, "public/openapi.json"), await openApiText());
  for (const [path, text] of pages) write(join(source, path), text);
  return { paths: [...pages.keys()], sidebar, calls: connectors.flatMap(callsOf) };
}

const callsOf = ({ name, entities }: ConnectorFacts): string[] =>
  Object.hasOwn(playables, name)
    ? Object.entries(entities).flatMap(([entity, actions]) =>
        Object.keys(actions).map((action) => `${name}.${entity}.${action}`),
      )
    : [];

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
