/** Names the items of a batch with these indexes, such as `item 2` or `items 0, 3-7`. */
export const itemsText = (indexes: readonly number[]): string =>
  `${indexes.length === 1 ? "item" : "items"} ${indexRanges(indexes)}`;

/** Says which items of a batch can be sent without the refused ones. `why`: for example, `allowed`. */
export const sendAlone = (indexes: readonly number[], why: string): string =>
  indexes.length === 1
    ? `Only ${itemsText(indexes)} is ${why}: send it alone.`
    : `Only ${itemsText(indexes)} are ${why}: send them alone.`;

/** Returns a short list such as `0, 3-7`. `indexes` are in rising order. */
export function indexRanges(indexes: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const index of indexes) {
    const last = ranges.at(-1);
    if (last && index === last[1] + 1) last[1] = index;
    else ranges.push([index, index]);
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(", ");
}
