import type { Planted } from "./canary-planter.ts";

/** The labels that a reader may add. */
const labels = new Set(
  "from to cc subject date attached started by with since to ended missed utc and at skin tone".split(" "),
);

/** Returns a sentence for each word that is told too often or too rarely, and for each word that was added. */
export function faults(told: string, { words, kept, shown }: Planted): string[] {
  const count = new Map<string, number>();
  const rest = told.replace(/w\d{5}x|(?<!\d)7\d{6}(?!\d)|(?<!\d)\d{4}-\d\d-\d\d(?!\d)/g, (word) => {
    count.set(word, (count.get(word) ?? 0) + 1);
    return " ";
  });
  const found = shown.filter((value) => !told.includes(value)).map((value) => `"${value}" is not told`);
  const groups = new Map<number, Map<number, boolean[]>>();
  for (const { word, fate, path, branch } of words) {
    const times = count.get(word) ?? 0;
    const right =
      fate === "never"
        ? times === 0
        : fate === "maybe"
          ? times <= 1
          : fate === "often"
            ? times > 0
            : times === 1;
    if (branch && fate === "seen") {
      const branches = groups.get(branch.group) ?? new Map<number, boolean[]>();
      branches.set(branch.name, [...(branches.get(branch.name) ?? []), times === 1]);
      groups.set(branch.group, branches);
      if (times > 1) found.push(`${path}: ${word} is told ${times} times`);
    } else if (!right)
      found.push(`${path}: ${word} is told ${times} times, and should be told ${expected[fate]}`);
  }
  for (const branches of groups.values()) {
    const told_ = [...branches.values()].filter((parts) => parts.every(Boolean));
    const partly = [...branches.values()].filter((parts) => parts.some(Boolean));
    if (told_.length !== 1 || partly.length !== 1)
      found.push(`one of several texts should be told, not ${partly.length}`);
  }
  const clock = /T?\d\d:\d\d(:\d\d)?(\.\d+)?( ?(AM|PM|Z|UTC))?/g;
  // A table writes a list on one line.
  const marker = /(?<=^|\s|[>|•◦▪-]|\ufe0e)(\d+|[a-z]{1,2}|[ivxl]+)\.(?=\s|$)/gm;
  const added =
    rest
      .replace(clock, " ")
      .replace(marker, " ")
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  for (const word of new Set(added))
    if (!kept.has(word.toLowerCase()) && !labels.has(word.toLowerCase())) found.push(`"${word}" was added`);
  return found;
}
const expected = { seen: "once", never: "not at all", maybe: "at most once", often: "at least once" };
