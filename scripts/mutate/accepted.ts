import type { Mutant } from "./mutants.ts";

const brief = (code: string): string => {
  const line = code.replace(/\s+/g, " ");
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
};

/** Returns a line such as `a < b -> a <= b`. */
export const changeOf = ({ before, after }: Mutant): string =>
  `${brief(before)} -> ${brief(after) || "(removed)"}`;

type Place = Mutant & { file: string };

// The cells contain no line number, so that a row stays valid when other lines of the file change.
const cellsOf = (mutant: Place): string[] => [mutant.file, mutant.within, mutant.operator, changeOf(mutant)];

const asCode = (text: string) => (text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``);

/** Returns a row whose last cell is empty. There, the author must add the reason. */
export const rowOf = (mutant: Place): string =>
  `| ${[...cellsOf(mutant).map((cell) => asCode(cell).replaceAll("|", "\\|")), ""].join(" | ")} |`;

/** Reads the table of a page. Each row has five cells, and the last cell is the reason. */
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
