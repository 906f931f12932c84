import { type Dict, isDict } from "../../ground/json.ts";
import { largestThatFits } from "./output-budget.ts";
import type { ResultParts } from "./result-parts.ts";
import { cutIn, levelsOf, shortenTo } from "./shorten.ts";
import { rowsOf } from "./table.ts";
import type { Body, Render } from "./writer.ts";

interface Part {
  /** The index after the last item. */
  end: number;
  /** Default: 0. */
  start?: number;
  /** The item that is cut, and the level at which `shortenTo` cuts it. */
  cut?: { index: number; level: number };
  /** Whether the output contains a call that reads what is missing inside items. A cut item then needs such a call. */
  readsOn?: boolean;
}

/** Writes a list for a model: whole items, at most one cut item, and the calls that get the rest. */
export function listText(items: readonly unknown[], parts: ResultParts): string {
  const { writer } = parts;
  const whole = writer.whole(bodyOf(items, parts, { end: items.length, readsOn: true }) ?? {});
  if (writer.fits(whole)) return whole;
  for (const readsOn of [true, false])
    for (const render of writer.tight) {
      const text = fullestPage(items, parts, render, readsOn);
      if (text !== undefined) return text;
    }
  const first = items[0];
  return writer.shortest(
    { shown: 0, of: items.length },
    { hint: "No item fits: ask for fewer fields." },
    isDict(first) ? { fields: fieldNames(first) } : {},
  );
}

function bodyOf(
  items: readonly unknown[],
  { meta, offsets, next, excerpts }: ResultParts,
  { start = 0, end, cut, readsOn = false }: Part,
): Body | undefined {
  const shown = items.slice(0, end);
  const shortened = cut && shortenTo((excerpts?.whole ?? items)[cut.index], cut.level, offsets);
  if (shortened) shown[cut.index] = shortened.value;
  const partly = excerpts?.positions.filter((position) => position < end && position !== cut?.index) ?? [];
  const rest = readsOn
    ? shortened
      ? next.parts(shortened, cut.index)
      : next.whole(partly, excerpts?.fields ?? [])
    : undefined;
  if (shortened && readsOn && !rest) return undefined;
  const all = end === items.length;
  const { next_cursor } = meta;
  const following = all ? next_cursor !== undefined && next.page(next_cursor) : next.items(end);
  const some = shown.slice(start);
  return {
    data: rowsOf(some),
    ...(shortened && cutIn(shortened, `data.${cut.index}`)),
    ...(all ? {} : { shown: end, of: items.length }),
    ...(following ? { next: following } : {}),
    ...(rest ? { rest } : {}),
    ...next.hint({
      next: following || undefined,
      rest,
      items: !all,
      cut: shortened !== undefined,
      partly: partly.length > 0,
    }),
  };
}

/** Writes as many items of the page as fit. Returns undefined if not even one item fits. */
function fullestPage(
  items: readonly unknown[],
  parts: ResultParts,
  render: Render,
  readsOn: boolean,
): string | undefined {
  const text = (part: Part) => {
    const body = bodyOf(items, parts, { ...part, readsOn });
    return body && render(body);
  };
  const shows = (part: Part, room = 1) => {
    const made = text(part);
    return made !== undefined && parts.writer.fits(made, room);
  };
  const index = largestThatFits(items.length, (end) => end === 0 || shows({ end }));
  if (index === items.length && shows({ end: index })) return text({ end: index });
  const before = index > 0 ? text({ end: index }) : undefined;
  // The item at `index` does not fit after the items before it. If it would fit alone, the next call gets it. If not,
  // it is cut.
  const alone = { start: index, end: index + 1 };
  if (index === items.length || shows(alone)) return before;
  const at = (level: number) => ({ cut: { index, level } });
  const levels = levelsOf((parts.excerpts?.whole ?? items)[index]);
  // The cut item gets at most half of the budget at first, so that other items fit too.
  const half = largestThatFits(levels, (level) => shows({ ...alone, ...at(level) }, 1 / 2));
  if (!shows({ end: index + 1, ...at(half) })) return before;
  const after = items.length - index - 1;
  const end = index + 1 + largestThatFits(after, (more) => shows({ end: index + 1 + more, ...at(half) }));
  const level = half + largestThatFits(levels - half, (more) => shows({ end, ...at(half + more) }));
  return text({ end, ...at(level) });
}

/** Returns the names of the fields, without keys that people have written, such as `column` in `fields.column`. */
const fieldNames = (record: Dict): string[] => [
  ...new Set(Object.keys(record).map((name) => name.split(".")[0]!)),
];
