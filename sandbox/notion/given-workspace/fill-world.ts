import { optionError } from "../../../src/core/ground/read-options.ts";
import { show } from "../../../src/core/ground/json.ts";
import { addBlocks } from "../content/blocks.ts";
import { readMarkdown } from "../content/read-markdown.ts";
import { plainText, textPiece } from "../content/rich-text.ts";
import { addComment } from "../operations/comments.ts";
import { addSource } from "../operations/databases.ts";
import { setValues } from "../properties/values.ts";
import { newThing, place } from "../world.ts";
import type { Database, DataSource, Page, Parent, RichText, World } from "../world-types.ts";
import { checkWorkspace, within } from "./check-workspace.ts";
import { personByName } from "./person-by-name.ts";
import { relate, schemaOf } from "./schema-by-names.ts";
import type { WorkspaceComment, WorkspaceContent, WorkspaceDataSource, WorkspacePage } from "./types.ts";
import { valueByName } from "./value-by-name.ts";

/** What can be filled only when all pages exist. */
type Later = (() => void)[];

const hour = 3_600_000;

/** Fills an empty world with a workspace that a person has written. */
export function fillWorld(world: World, given: unknown): void {
  const { name, people = [], pages = [] } = checkWorkspace(given);
  if (name !== undefined) world.workspace.name = name;
  for (const one of people) {
    const person = typeof one === "string" ? { name: one } : one;
    const id = world.newId();
    world.users.set(id, { id, email: `${person.name.toLowerCase().replaceAll(" ", ".")}@fernhill.example`, ...person }); // prettier-ignore
  }
  const later: Later = [];
  pages.forEach((page, index) =>
    addPage(world, page, { type: "workspace", workspace: true }, `workspace.pages[${index}]`, later),
  );
  // Values name entries of other data sources, so entries come after all of them.
  for (const fill of later) fill();
}

const titleOf = (text: string): RichText[] => (text === "" ? [] : [textPiece(text)]);

function addPage(world: World, given: WorkspacePage, parent: Parent, path: string, later: Later): Page {
  const page = newPage(world, given, parent, path);
  page.title = titleOf(given.title);
  page.shared = given.shared ?? true;
  fillContent(world, page, given, path, later);
  return page;
}

function newPage(world: World, given: WorkspaceContent, parent: Parent, path: string): Page {
  const [first] = world.users.keys();
  const by = given.by === undefined ? (first ?? world.bot.id) : personByName(world, given.by, `${path}.by`);
  const time = world.clock.now() - (given.hours_ago ?? 0) * hour;
  const icon = given.icon === undefined ? null : { type: "emoji", emoji: given.icon };
  const page: Page = { ...newThing(world, parent), kind: "page", title: [], values: new Map(), icon, cover: null, is_locked: false, shared: true, created: time, edited: time, createdBy: by, editedBy: by, in_trash: given.in_trash ?? false }; // prettier-ignore
  if (given.id !== undefined) page.id = given.id;
  if (world.things.has(page.id)) throw optionError(`${path}.id`, `${path}.id belongs to another page.`);
  place(world, page);
  return page;
}

function fillContent(world: World, page: Page, given: WorkspaceContent, path: string, later: Later): void {
  const { pages = [], data_sources = [], comments = [] } = given;
  const markdown = [given.markdown ?? ""].flat().join("\n");
  addBlocks(
    world,
    page,
    within(`${path}.markdown`, () => readMarkdown(world, markdown, page.id)),
  );
  const parent = { type: "page_id", page_id: page.id };
  pages.forEach((one, index) => addPage(world, one, parent, `${path}.pages[${index}]`, later));
  data_sources.forEach((one, index) =>
    addDataSource(world, page, one, `${path}.data_sources[${index}]`, later),
  );
  comments.forEach((one, index) => addThread(world, page, one, `${path}.comments[${index}]`));
  for (const block of world.things.values())
    if (block.kind === "block" && block.editedBy === world.bot.id)
      Object.assign(block, { created: page.created, edited: page.edited, createdBy: page.createdBy, editedBy: page.editedBy }); // prettier-ignore
}

function addThread(world: World, page: Page, { from, text, on, replies = [] }: WorkspaceComment, path: string): void {
  const block = on === undefined ? page : [...world.things.values()].find((one) => one.kind === "block" && one.parent.page_id === page.id && plainText((one.content.rich_text ?? []) as RichText[]).includes(on));
  if (!block) throw optionError(`${path}.on`, `${path}.on: no block of the page has the text ${show(on)}.`);
  const type = block === page ? "page_id" : "block_id";
  const parent = { type, [type]: block.id };
  const { discussion_id } = addComment(world, { parent, by: personByName(world, from, `${path}.from`), text: titleOf(text) });
  replies.forEach((one, index) =>
    addComment(world, { parent, discussion_id, by: personByName(world, one.from, `${path}.replies[${index}].from`), text: titleOf(one.text) }),
  );
} // prettier-ignore

function addDataSource(world: World, page: Page, given: WorkspaceDataSource, path: string, later: Later): void {
  const database = databaseFor(world, page, given.database ?? given.title);
  const source = addSource(world, database, {
    ...(given.id === undefined ? {} : { id: given.id }),
    title: titleOf(given.title),
    properties: within(`${path}.properties`, () => schemaOf(world, given.properties ?? {}, `${path}.properties`)),
  });
  for (const { name, markdown = "", is_default = false } of given.templates ?? [])
    source.templates.push({ id: world.newId(), name, markdown, is_default });
  later.push(() => relate(world, source, given.properties ?? {}, `${path}.properties`));
  const parent = { type: "data_source_id", data_source_id: source.id, database_id: database.id };
  (given.entries ?? []).forEach((entry, index) => {
    const where = `${path}.entries[${index}]`;
    const added = newPage(world, entry, parent, where);
    const number = source.properties.find(({ type }) => type === "unique_id");
    if (number) added.values.set(number.id, ++source.lastNumber);
    // The title comes first, because other entries name it.
    setEntry(world, source, added, entry.values, where, (type) => type === "title");
    fillContent(world, added, entry, where, later);
    later.push(() => setEntry(world, source, added, entry.values, where, (type) => type !== "title"));
  });
} // prettier-ignore

function setEntry(world: World, source: DataSource, entry: Page, values: Readonly<Record<string, unknown>>, path: string, which: (type: string) => boolean): void {
  for (const [name, value] of Object.entries(values)) {
    const where = `${path}.values.${name}`;
    const property = source.properties.find((one) => one.name === name);
    if (!property) throw optionError(where, `${where}: there is no property ${show(name)}.`, `The properties are: ${source.properties.map((one) => one.name).join(", ")}.`);
    if (which(property.type))
      within(where, () => setValues(world, entry, { [name]: valueByName(world, property, value, where) }, where));
  }
} // prettier-ignore

function databaseFor(world: World, page: Page, title: string): Database {
  const found = [...world.things.values()].find(
    (one) => one.kind === "database" && one.parent.page_id === page.id && plainText(one.title) === title,
  );
  if (found) return found as Database;
  const database: Database = { ...newThing(world, { type: "page_id", page_id: page.id }), kind: "database", title: titleOf(title), description: [], is_inline: false, is_locked: false, icon: null, cover: null }; // prettier-ignore
  place(world, database);
  return database;
}
