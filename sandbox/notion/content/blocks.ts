import type { Dict } from "../../../src/core/ground/json.ts";
import { isoMinute } from "../records/files.ts";
import { contentOf, newThing, parentId, place } from "../world.ts";
import type { Block, DataSource, Thing, World } from "../world-types.ts";
import type { Draft } from "./read-blocks.ts";
import { plainText } from "./rich-text.ts";

/** The author and the times that Notion shows of most things, with times rounded down to minutes. */
export const stamps = ({ created, edited, createdBy, editedBy }: Thing): Dict => ({
  created_time: isoMinute(created),
  last_edited_time: isoMinute(edited),
  created_by: { object: "user", id: createdBy },
  last_edited_by: { object: "user", id: editedBy },
});

/** Adds blocks to a page or block, after the child `after`, at the start (null), or at the end (undefined). */
export function addBlocks(
  world: World,
  container: Exclude<Thing, DataSource>,
  drafts: readonly Draft[],
  after?: string | null,
): Thing[] {
  const type = container.kind === "page" ? "page_id" : "block_id";
  let last = after;
  return drafts.map(({ type: kind, content, children, existing }) => {
    const parent = { type, [type]: container.id };
    const moved = existing === undefined ? undefined : world.things.get(existing);
    const thing: Thing = moved ?? ({ ...newThing(world, parent), kind: "block", type: kind, content } satisfies Block);
    thing.parent = parent;
    place(world, thing, last);
    if (last !== undefined) last = thing.id;
    if (thing.kind === "block") addBlocks(world, thing, children);
    return thing;
  }); // prettier-ignore
}

/** Returns a block as in Notion's answers. A page or database in a page is a block too. */
export function blockView(world: World, thing: Exclude<Thing, DataSource>): Dict {
  const { id, parent, in_trash } = thing;
  const [type, content] =
    thing.kind === "block"
      ? [thing.type, thing.content]
      : [`child_${thing.kind}`, { title: plainText(thing.title) }];
  return {
    object: "block",
    id,
    parent,
    ...stamps(thing),
    has_children: thing.kind !== "database" && contentOf(world, id).length > 0,
    in_trash,
    type,
    [type]: content,
    archived: in_trash,
  };
}

/** The content of a page or block, without things in the trash. */
export const blocksIn = (world: World, id: string): Exclude<Thing, DataSource>[] =>
  contentOf(world, id).filter((one) => one.kind !== "data_source");

/** Whether a thing is in the other thing, or is the other thing. */
export const isInside = (world: World, thing: Thing, outer: string): boolean => {
  const above = world.things.get(parentId(thing));
  return thing.id === outer || (above !== undefined && isInside(world, above, outer));
};
