// If a call returns only some items of a page of Slack's list, its cursor contains the index of the next item and Slack's
// cursor of the page.

const pattern = /^(\d{1,4})\.(.*)$/s;

export const writeItemCursor = (from: number, cursor = ""): string => `${from}.${cursor}`;

/** Returns the index 0 for a cursor of Slack. */
export function readItemCursor(given: string | undefined): { from: number; cursor: string | undefined } {
  const [, from, cursor] = pattern.exec(given ?? "") ?? [];
  return from === undefined
    ? { from: 0, cursor: given }
    : { from: Number(from), cursor: cursor === "" ? undefined : cursor };
}
