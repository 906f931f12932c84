import type { CharSet } from "./parse-pattern.ts";
import type { Program, Step } from "./pattern-program.ts";

/** The most paths that can be open at the same time. A path is one possible way to match the text so far. */
const maxPaths = 128;
const maxStates = 500;
const maxWays = 2_000;

/** The keys are indexes of steps. The values count the paths that wait there for the next character. */
type OpenPaths = ReadonlyMap<number, number>;

/**
 * Returns true if a backtracking engine can surely match the pattern against every text in linear time. Counts
 * the paths that can be open at the same time, for any text. If only few are open, the engine cannot backtrack often.
 */
export function isLinear({ steps, start }: Program): boolean {
  const first = openPaths(steps, start, true);
  const later = openPaths(steps, start, false);
  if (!first || !later) return false;
  if (steps.length <= maxPaths && !steps.some(({ kind }) => kind === "split")) return true;
  // A match can start at any character, so each character opens a path. A path in an endless repetition stays open, so
  // the number of open paths could grow with the text.
  if (later.size > 0 && steps.some((step) => step.kind === "split" && step.endless)) return false;

  const symbols = symbolsOf(steps);
  const after = new Map<number, OpenPaths | undefined>();
  const queue = [first];
  const seen = new Set<string>();
  for (const open of queue)
    for (const has of symbols) {
      const next = new Map(later);
      for (const [index, count] of open) {
        const step = steps[index] as Step & { kind: "char" };
        if (!has(step.set)) continue;
        if (!after.has(step.next)) after.set(step.next, openPaths(steps, step.next, false));
        const ways = after.get(step.next);
        if (!ways) return false;
        for (const [way, number] of ways) next.set(way, (next.get(way) ?? 0) + count * number);
      }
      let total = 0;
      for (const count of next.values()) total += count;
      if (total > maxPaths || seen.size > maxStates) return false;
      const key = [...next].toSorted(([one], [other]) => one - other).join(";");
      if (!seen.has(key)) queue.push(next);
      seen.add(key);
    }
  return true;
}

/**
 * Follows all ways from `start` to the steps that wait for a character. Returns undefined if there are too many ways,
 * or if a way never ends.
 */
function openPaths(steps: readonly Step[], start: number, atStart: boolean): OpenPaths | undefined {
  const found = new Map<number, number>();
  const way = new Set<number>();
  let ways = 0;
  const follow = (index: number): boolean => {
    if (++ways > maxWays || way.has(index)) return false;
    const step = steps[index]!;
    if (step.kind === "char") found.set(index, (found.get(index) ?? 0) + 1);
    way.add(index);
    // A path that reaches `$` ends. A path passes `^` only before the first character, and `\b` anywhere.
    const passes = step.kind === "assert" && (step.what === "^" ? atStart : step.what !== "$");
    const fine = step.kind === "split" ? step.next.every(follow) : !passes || follow(step.next);
    way.delete(index);
    return fine;
  };
  return follow(start) ? found : undefined;
}

/** Groups the characters that all steps treat alike. Each returned function tests whether a set contains one group. */
function symbolsOf(steps: readonly Step[]): ((set: CharSet) => boolean)[] {
  const sets = [...new Set(steps.flatMap((step) => (step.kind === "char" ? step.set : [])))];
  const groups = new Map<string, string>();
  for (let code = 0; code < 128; code++) {
    const char = String.fromCharCode(code);
    let group = "";
    for (const set of sets) group += set.has(char) ? "1" : "0";
    groups.set(group, char);
  }
  const tests = [...groups.values()].map((char) => (set: CharSet) => set.has(char));
  return [...tests, (set) => !set.ascii];
}

/**
 * Returns whether a text matches. Follows all paths at the same time, so the time is at most proportional to the
 * length of the text times the number of steps.
 */
export function matches({ steps, start, unicode }: Program, text: string): boolean {
  const chars = unicode ? Array.from(text) : text.split("");
  const reached = new Int32Array(steps.length).fill(-1);
  let open: number[] = [];
  for (let at = 0; at <= chars.length; at++) {
    const here: number[] = [];
    const pending = [...open, start];
    while (pending.length > 0) {
      const index = pending.pop()!;
      if (reached[index] === at) continue;
      reached[index] = at;
      const step = steps[index]!;
      if (step.kind === "accept") return true;
      if (step.kind === "char") here.push(index);
      else if (step.kind === "split") pending.push(...step.next);
      else if (holds(step.what, chars, at)) pending.push(step.next);
    }
    if (at === chars.length) break;
    open = [];
    for (const index of here) {
      const step = steps[index] as Step & { kind: "char" };
      if (step.set.has(chars[at]!)) open.push(step.next);
    }
  }
  return false;
}

function holds(what: (Step & { kind: "assert" })["what"], chars: readonly string[], at: number): boolean {
  if (what === "^") return at === 0;
  if (what === "$") return at === chars.length;
  const isWord = (char: string | undefined) => char !== undefined && /^\w$/.test(char);
  return (isWord(chars[at - 1]) !== isWord(chars[at])) === (what === "\\b");
}
