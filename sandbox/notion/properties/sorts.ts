import { readList, readObject, readOneOf } from "../http/read-fields.ts";
import type { DataSource, Page, Property, World } from "../world-types.ts";
import { comparable, namedProperty, stampProperty } from "./comparable.ts";

/** Reads the order of entries. Empty values come last. https://developers.notion.com/reference/sort-data-source-entries */
export function readSorts(world: World, source: DataSource, value: unknown, path: string): (a: Page, b: Page) => number {
  const sorts = readList(value, path).map((one, index) => {
    const where = `${path}[${index}]`;
    const given = readObject(one, where, ["property", "timestamp", "direction"]);
    const property = given.timestamp === undefined ? namedProperty(source, given.property, where) : stampProperty(given.timestamp, where);
    const direction = readOneOf(given.direction, `${where}.direction`, ["ascending", "descending"]) === "ascending" ? 1 : -1;
    return { property, direction };
  });
  return (a, b) => {
    for (const { property, direction } of sorts) {
      const [x, y] = [a, b].map((page) => sortKey(world, page, property));
      if (x === y) continue;
      if (x === null || x === undefined) return 1;
      if (y === null || y === undefined) return -1;
      return (x < y ? -1 : 1) * direction;
    }
    return 0;
  };
} // prettier-ignore

function sortKey(world: World, page: Page, property: Property): string | number | null {
  const value = comparable(world, page, property);
  if (Array.isArray(value)) return value.length === 0 ? null : value.join();
  if (property.type === "select" || property.type === "status")
    return value === null ? null : property.config.options!.findIndex(({ name }) => name === value);
  return typeof value === "boolean" ? Number(value) : typeof value === "string" ? value.toLowerCase() : (value as number | null); // prettier-ignore
}
