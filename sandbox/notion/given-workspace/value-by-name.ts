import { show } from "../../../src/core/ground/json.ts";
import { optionError } from "../../../src/core/ground/read-options.ts";
import { plainText } from "../content/rich-text.ts";
import type { Property, World } from "../world-types.ts";
import { personByName } from "./person-by-name.ts";

/** Returns a value that a person has written in the form of Notion's requests. */
export function valueByName(world: World, property: Property, value: unknown, path: string): object {
  const { type } = property;
  const list = () => [value ?? []].flat();
  switch (type) {
    case "title":
    case "rich_text":
      return { [type]: [{ text: { content: value } }] };
    case "select":
    case "status":
      return { [type]: value === null ? null : { name: value } };
    case "multi_select":
      return { [type]: list().map((name) => ({ name })) };
    case "people":
      return { [type]: list().map((name) => ({ id: personByName(world, String(name), path) })) };
    case "relation":
      return { [type]: list().map((title) => ({ id: entryByTitle(world, property, title, path) })) };
    case "files":
      return { [type]: list().map((url) => ({ name: String(url).split("/").at(-1), external: { url } })) };
    case "date": {
      const [start, end] = String(value).split("/");
      return { [type]: value === null ? null : { start, ...(end === undefined ? {} : { end }) } };
    }
    default:
      return { [type]: value };
  }
}

function entryByTitle(world: World, { config }: Property, title: unknown, path: string): string {
  const found = [...world.things.values()].filter(
    (one) => one.kind === "page" && one.parent.data_source_id === config.data_source_id && plainText(one.title) === title,
  ); // prettier-ignore
  if (found.length !== 1) throw optionError(path, `${path}: ${found.length} entries have the title ${show(title)}.`); // prettier-ignore
  return found[0]!.id;
}
