import { readId } from "./http/read-fields.ts";
import { Refusal, refused } from "./http/refusal.ts";
import { isVisible } from "./world.ts";
import type { DataSource, Database, Page, Thing, World } from "./world-types.ts";

/** The error for something that does not exist, or that is not shared with the connection. */
export const notFound = ({ bot }: World, kind: string, id: string): Refusal =>
  new Refusal(
    404,
    "object_not_found",
    `Could not find ${kind} with ID: ${id}. It does not exist, or is not shared with the connection "${bot.name}".`,
    { additional_data: { integration_id: bot.id } },
  );

function find(world: World, kind: string, kinds: readonly string[], value: unknown, path: string): Thing {
  const id = readId(value, path);
  const thing = world.things.get(id);
  if (!thing || !kinds.includes(thing.kind) || !isVisible(world, thing)) throw notFound(world, kind, id);
  return thing;
}

export const findPage = (world: World, id: unknown, path: string): Page =>
  find(world, "page", ["page"], id, path) as Page;
export const findDatabase = (world: World, id: unknown, path: string): Database =>
  find(world, "database", ["database"], id, path) as Database;
export const findDataSource = (world: World, id: unknown, path: string): DataSource =>
  find(world, "data_source", ["data_source"], id, path) as DataSource;
/** Pages and databases are blocks of the page around them too. */
export const findBlock = (world: World, id: unknown, path: string): Exclude<Thing, DataSource> =>
  find(world, "block", ["block", "page", "database"], id, path) as Exclude<Thing, DataSource>;

/** Refuses a change of a thing in the trash. Only its restoration is allowed. */
export function mustBeLive({ kind, in_trash }: Thing): void {
  if (in_trash)
    throw refused(`Can't edit a ${kind.replace("_", " ")} that is in the trash. Restore it first.`);
}
