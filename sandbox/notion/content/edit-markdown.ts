import { refused } from "../http/refusal.ts";
import { touch } from "../world.ts";
import type { Page, World } from "../world-types.ts";
import { addBlocks, isInside } from "./blocks.ts";
import type { Draft } from "./read-blocks.ts";
import { readMarkdown } from "./read-markdown.ts";
import { blockTexts } from "./write-markdown.ts";

/**
 * Gives a page new Markdown. The blocks before and after the change stay the same blocks. A child page or database that
 * the new Markdown does not name moves into the trash, but only if `mayDelete` is true.
 */
export function replaceMarkdown(world: World, page: Page, markdown: string, mayDelete: boolean): void {
  const old = blockTexts(world, page.id);
  const drafts = readMarkdown(world, markdown, page.id);
  const same = (a: number, b: number) => old[a]?.text === drafts[b]?.source;
  const shorter = Math.min(old.length, drafts.length);
  let start = 0;
  while (start < shorter && same(start, start)) start++;
  let end = 0;
  while (end < shorter - start && same(old.length - 1 - end, drafts.length - 1 - end)) end++;
  const added = drafts.slice(start, drafts.length - end);
  const kept = named(added);
  const lost = old.slice(start, old.length - end).map(({ id }) => world.things.get(id)!);
  const things = [...world.things.values()].filter(
    (one) =>
      !one.in_trash && lost.some(({ id }) => isInside(world, one, id)) && !kept.some((id) => id === one.id),
  );
  const pages = things.filter(
    (one) =>
      one.kind !== "block" && !kept.some((id) => isInside(world, one, id)) && one.kind !== "data_source",
  );
  if (pages.length > 0 && !mayDelete)
    throw refused(
      `This would delete the child pages or databases ${pages.map(({ id }) => id).join(", ")}. Keep their tags in the Markdown, or pass allow_deleting_content: true.`,
    );
  addBlocks(world, page, added, start === 0 ? null : old[start - 1]!.id);
  for (const one of lost) if (!kept.includes(one.id)) one.in_trash = true;
  touch(world, page);
}

const named = (drafts: readonly Draft[]): string[] =>
  drafts.flatMap(({ existing, children }) => [
    ...(existing === undefined ? [] : [existing]),
    ...named(children),
  ]);
