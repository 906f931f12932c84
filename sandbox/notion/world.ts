import type { Clock } from "../../src/core/ground/clock.ts";
import type { Common, Parent, Thing, World } from "./world-types.ts";

export function createWorld(clock: Clock): World {
  let count = 0;
  const newId = () => idOf(++count);
  return {
    clock,
    workspace: { id: newId(), name: "Fernhill" },
    bot: { id: newId(), name: "assistant" },
    users: new Map(),
    things: new Map(),
    children: new Map(),
    comments: [],
    uploads: new Map(),
    tokens: new Map(),
    refreshTokens: new Map(),
    codes: new Map(),
    newId,
  };
}

/** Returns an id that looks random, and is the same for the same count. */
function idOf(count: number): string {
  const word = (seed: number) => {
    let mixed = Math.imul(count + seed * 7919, 0x9e3779b1);
    for (const factor of [0x85ebca6b, 0xc2b2ae35]) mixed = Math.imul(mixed ^ (mixed >>> 15), factor);
    return ((mixed ^ (mixed >>> 16)) >>> 0).toString(16).padStart(8, "0");
  };
  const digits = word(1) + word(2) + word(3) + word(4);
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-8$3-8$4-$5");
}

export const parentId = ({ parent }: { parent: Parent }): string => String(parent[parent.type]);

/** The things in a thing, in order: the content of a page or block, and the entries of a data source. */
export const childrenOf = (world: World, id: string): Thing[] =>
  (world.children.get(id) ?? []).map((child) => world.things.get(child)!);

export const contentOf = (world: World, id: string): Thing[] =>
  childrenOf(world, id).filter(({ in_trash }) => !in_trash);

/** Puts a thing into a parent, after the child `after`, at the start (null), or at the end (undefined). */
export function place(world: World, thing: Thing, after?: string | null): void {
  const old = world.things.get(thing.id);
  if (old)
    for (const [id, ids] of world.children)
      world.children.set(
        id,
        ids.filter((one) => one !== thing.id),
      );
  world.things.set(thing.id, thing);
  const siblings = world.children.get(parentId(thing)) ?? [];
  const at = after === undefined ? siblings.length : after === null ? 0 : siblings.indexOf(after) + 1;
  world.children.set(parentId(thing), siblings.toSpliced(at, 0, thing.id));
}

export const newThing = (world: World, parent: Parent): Common => ({
  id: world.newId(),
  parent,
  created: world.clock.now(),
  edited: world.clock.now(),
  createdBy: world.bot.id,
  editedBy: world.bot.id,
  in_trash: false,
});

/** Notes that the connection has edited a thing, and the page in which the thing is. */
export function touch(world: World, thing: Thing): void {
  thing.edited = world.clock.now();
  thing.editedBy = world.bot.id;
  const around = thing.kind === "block" ? world.things.get(parentId(thing)) : undefined;
  if (around) touch(world, around);
}

/** The thing and all things around it, the innermost first. */
export function around(world: World, thing: Thing): Thing[] {
  const outer = world.things.get(parentId(thing));
  return outer ? [thing, ...around(world, outer)] : [thing];
}

/** Whether the connection sees the thing. */
export const isVisible = (world: World, thing: Thing): boolean =>
  around(world, thing).every((one) => one.kind !== "page" || one.shared);
