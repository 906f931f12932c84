import type { Styles } from "./style.ts";

/** Colors the text that approvals show about a call. Each line of it begins with a fixed word. */
export function previewLines(reason: string, { faint, warn }: Styles): string[] {
  return reason.split("\n").map((line) => {
    const [, word = "", rest = ""] = /^(\w+(?: \w+)*:)(.*)$/.exec(line) ?? [];
    return word === "Warning:" ? warn(line) : `${faint(word.padEnd(14))}${rest}`;
  });
}
