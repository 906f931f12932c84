/** The maximum number of characters of a name. A longer name matches nothing. */
const longest = 100;

/** Returns the same text for `threadTs`, `thread-ts` and `Thread_TS`. */
export const foldName = (name: string): string =>
  name.length > longest ? "" : name.toLowerCase().replace(/[^a-z0-9]/g, "");

/**
 * Returns the candidate that equals the name, or else the only candidate with the same letters and digits. For example,
 * `User-Groups` finds `user_groups`.
 */
export function sameName(name: string, candidates: readonly string[]): string | undefined {
  if (candidates.includes(name)) return name;
  const wanted = foldName(name);
  if (wanted === "") return undefined;
  const matches = candidates.filter((candidate) => foldName(candidate) === wanted);
  return matches.length === 1 ? matches[0] : undefined;
}

/** Creates a `sameName` whose time does not depend on the number of candidates. */
export function createSameName(candidates: readonly string[]): (name: string) => string | undefined {
  const exact = new Set(candidates);
  /** The value is undefined if several candidates have the same folded name. */
  const folded = new Map<string, string | undefined>();
  for (const candidate of exact) {
    const key = foldName(candidate);
    folded.set(key, folded.has(key) ? undefined : candidate);
  }
  folded.delete("");
  return (name) => (exact.has(name) ? name : folded.get(foldName(name)));
}

/**
 * Returns the candidate that is most similar to a name, for a hint such as "did you mean". Returns undefined if no
 * candidate is similar. A candidate is similar if one name contains the other, or if at most a third of the letters
 * differ.
 */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const wanted = foldName(name);
  if (wanted === "") return undefined;
  /** A candidate must have a smaller distance. */
  let limit = Math.floor(Math.max(1, wanted.length / 3)) + 1;
  let best: string | undefined;
  for (const candidate of candidates) {
    const folded = foldName(candidate);
    const contains =
      wanted.length > 2 && (folded.includes(wanted) || (folded.length > 2 && wanted.includes(folded)));
    const longer = Math.abs(wanted.length - folded.length);
    // Of several candidates that contain the name, the one with the fewest other letters is the nearest.
    const distance =
      folded === wanted
        ? 0
        : contains
          ? 0.5 + longer / 1000
          : longer < limit
            ? editDistance(wanted, folded, limit)
            : limit;
    if (distance >= limit) continue;
    best = candidate;
    limit = distance;
  }
  return best;
}

/** All calls of `editDistance` share these rows. A folded name has at most `longest` letters. */
const rows = [0, 1, 2].map(() => new Uint8Array(longest + 1)) as [Uint8Array, Uint8Array, Uint8Array];

/**
 * Returns the minimum number of changes that turn `a` into `b`, or `limit` if at least so many changes are necessary.
 * One change adds, removes or replaces a letter, or swaps two neighbouring letters.
 */
function editDistance(a: string, b: string, limit: number): number {
  let [before, row, next] = rows;
  for (let j = 0; j <= b.length; j++) row[j] = j;
  for (let i = 1; i <= a.length; i++) {
    let lowest = (next[0] = i);
    for (let j = 1; j <= b.length; j++) {
      let distance = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      if (row[j]! + 1 < distance) distance = row[j]! + 1;
      if (next[j - 1]! + 1 < distance) distance = next[j - 1]! + 1;
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap && before[j - 2]! + 1 < distance) distance = before[j - 2]! + 1;
      next[j] = distance;
      if (distance < lowest) lowest = distance;
    }
    // No later row has a smaller value.
    if (lowest >= limit) return limit;
    [before, row, next] = [row, next, before];
  }
  return row[b.length]!;
}
