import type { NotionState } from "agent-connectors/sandbox";
import { flat, isRecord, type WorldRecord } from "./world-record.ts";

type Dict = Readonly<Record<string, unknown>>;

const dicts = (value: unknown): Dict[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const textOf = (value: unknown): string => dicts(value).map(({ plain_text }) => plain_text).join(""); // prettier-ignore

/**
 * Returns what people see in the workspace, with titles instead of ids. `text` of a page is its Markdown without the pages
 * and databases in it, which are records of their own. `in` is the title of the page or data source around it.
 */
export function notionRecords(state: NotionState): WorldRecord[] {
  const { users, pages, databases, data_sources, blocks, comments, file_uploads } = state;
  const titles = new Map([...pages, ...databases, ...data_sources].map((one) => [one.id, titleOf(one)]));
  const parentOf = ({ parent }: Dict): unknown => {
    if (!isRecord(parent)) return undefined;
    const id = parent[String(parent["type"])];
    const block = blocks.find((one) => one["id"] === id);
    return block ? parentOf(block) : titles.get(id);
  };
  const nameOf = (id: unknown): unknown => users.find((user) => user["id"] === id)?.["name"];
  const record = (kind: string, { id }: Dict, fields: Dict, about: Dict = {}): WorldRecord => ({
    kind,
    key: String(id),
    fields: flat(fields),
    about,
  });
  return [
    ...pages.map((page) => {
      const { in_trash, icon, markdown } = page;
      const text = String(markdown).split("\n").filter((line) => !/^\t*<(page|database) /.test(line)).join("\n"); // prettier-ignore
      const values = valuesOf(page, (id) => titles.get(id));
      return record("page", page, { title: titleOf(page), text, in: parentOf(page), in_trash, icon, values });
    }),
    ...databases.map((one) => record("database", one, { title: titleOf(one), in_trash: one["in_trash"] }, { in: parentOf(one) })), // prettier-ignore
    ...data_sources.map((one) => record("data_source", one, { title: titleOf(one), in_trash: one["in_trash"], properties: schemaOf(one) })), // prettier-ignore
    ...comments.map((one) => {
      const { rich_text, created_by, discussion_id } = one;
      const first = comments.find((other) => other["discussion_id"] === discussion_id)!;
      const answers = first === one ? undefined : textOf(first["rich_text"]);
      const by = isRecord(created_by) ? nameOf(created_by["id"]) : undefined;
      return record("comment", one, { text: textOf(rich_text), by }, { in: parentOf(one), answers });
    }),
    ...file_uploads.map((one) => record("file_upload", one, { filename: one["filename"] })),
  ];
}

function titleOf({ title, properties }: Dict): string {
  if (title !== undefined) return textOf(title);
  const found = Object.values(properties as Dict).find((one) => isRecord(one) && one["type"] === "title");
  return isRecord(found) ? textOf(found["title"]) : "";
}

/** The values of a page's properties except the title, as texts, numbers, booleans and lists. */
function valuesOf({ properties }: Dict, title: (id: unknown) => string | undefined): Dict {
  const simple = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(simple);
    if (!isRecord(value)) return value;
    const { plain_text, name, start, end, id } = value;
    if (start !== undefined) return end === null ? start : `${String(start)}/${String(end)}`;
    return plain_text ?? name ?? title(id) ?? value;
  };
  return Object.fromEntries(
    Object.entries(properties as Dict).flatMap(([name, one]) => {
      if (!isRecord(one) || one["type"] === "title" || /_(time|by)$/.test(String(one["type"]))) return [];
      const value = one[String(one["type"])];
      return [[name, one["type"] === "rich_text" ? textOf(value) : simple(value)]];
    }),
  );
}

/** The properties of a data source, as their type and the names of their options. */
function schemaOf({ properties }: Dict): Dict {
  return Object.fromEntries(
    Object.entries(properties as Dict).map(([name, one]) => {
      const { type, ...config } = one as Dict;
      const inner = config[String(type)];
      const options = isRecord(inner) ? dicts(inner["options"]).map((option) => option["name"]) : [];
      return [name, [String(type), ...options]];
    }),
  );
}
