import type { Mutant } from "./mutants.ts";

const brief = (code: string): string => {
  const line = code.replace(/\s+/g, " ");
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
};

/** Returns one line, such as `a < b -> a <= b`. */
export const changeOf = ({ before, after }: Mutant): string =>
  `${brief(before)} -> ${brief(after) || "(removed)"}`;

type Place = Mutant & { file: string };

// A row has no line number, so it stays valid when other lines of the file change.
const cellsOf = (mutant: Place): string[] => [mutant.file, mutant.within, mutant.operator, changeOf(mutant)];

const asCode = (text: string) => (text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``);

/** The last cell is empty: the author must add the reason. */
export const rowOf = (mutant: Place): string =>
  `| ${[...cellsOf(mutant).map((cell) => asCode(cell).replaceAll("|", "\\|")), ""].join(" | ")} |`;

/** Each row of the page's table has five cells, and the last cell is the reason. */
export function readAccepted(page: string): { accepts: (mutant: Place) => boolean; unused: () => string[] } {
  const rows = new Map<string, boolean>();
  for (const line of page.split("\n")) {
    const cells = line.split(/(?<!\\)\|/).slice(1, -1);
    const [reason = "", ...code] = cells.map((cell) => cell.replaceAll("\\|", "|").trim()).reverse();
    if (code.length === 4 && code[3]!.startsWith("`") && reason !== "")
      rows.set(code.map((cell) => cell.replace(/^`+ ?| ?`+$/g, "")).reverse().join(" | "), false); // prettier-ignore
  }
  return {
    accepts: (mutant) => {
      const key = cellsOf(mutant).join(" | ");
      if (!rows.has(key)) return false;
      rows.set(key, true);
      return true;
    },
    unused: () => [...rows].flatMap(([row, used]) => (used ? [] : [row])),
  };
}
