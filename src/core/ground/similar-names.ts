/** The maximum length of a name, in characters. A longer text matches no name. */
const longest = 100;

/**
 * Converts a name to lower case and removes all characters except letters and digits. `threadTs`, `thread-ts` and
 * `Thread_TS` become equal.
 */
export const foldName = (name: string): string =>
  name.length > longest ? "" : name.toLowerCase().replace(/[^a-z0-9]/g, "");

/**
 * Returns the candidate that equals the name. Otherwise, returns the candidate with the same letters and digits, if
 * there is exactly one. For example, `User-Groups` finds `user_groups`.
 */
export function sameName(name: string, candidates: readonly string[]): string | undefined {
  if (candidates.includes(name)) return name;
  const wanted = foldName(name);
  if (wanted === "") return undefined;
  const matches = candidates.filter((candidate) => foldName(candidate) === wanted);
  return matches.length === 1 ? matches[0] : undefined;
}

/**
 * Returns a function that does the same as `sameName` for these candidates. The time of one search does not depend on
 * the number of candidates.
 */
export function createSameName(candidates: readonly string[]): (name: string) => string | undefined {
  const exact = new Set(candidates);
  /** The candidates, by the result of `foldName`. The value is undefined if several candidates have the same result. */
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
 * candidate is similar. A candidate is similar if one of the two names contains the other, or if at most a third of the
 * letters differ.
 */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const wanted = foldName(name);
  if (wanted === "") return undefined;
  const most = Math.max(1, wanted.length / 3);
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    const folded = foldName(candidate);
    const contains =
      wanted.length > 2 && (folded.includes(wanted) || (folded.length > 2 && wanted.includes(folded)));
    // The distance is at least the difference of the lengths.
    if (!contains && Math.abs(wanted.length - folded.length) > most) continue;
    const distance = folded === wanted ? 0 : contains ? 0.5 : editDistance(wanted, folded);
    if (!best || distance < best.distance) best = { candidate, distance };
  }
  return best && best.distance <= most ? best.candidate : undefined;
}

/**
 * Returns the minimum number of changes that turn `a` into `b`. One change adds, removes or replaces a letter, or swaps
 * two neighbouring letters.
 */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next.push(
        Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + same, swapped ? before[j - 2]! + 1 : Infinity),
      );
    }
    before = row;
    row = next;
  }
  return row[b.length]!;
}
