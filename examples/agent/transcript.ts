import { encode } from "gpt-tokenizer/encoding/o200k_base";
import type { Step } from "./watch.ts";

// Prints the run of an agent: its calls, the results, and the number of tokens of each result (o200k_base).

const width = 118;
const cut = (text: string, max: number) => (text.length > max ? `${text.slice(0, max)} …` : text);

export const tokens = (text: string): number => encode(text).length;

export const say = (text: string): void => console.log(text);

export const heading = (text: string): void =>
  say(`\n── ${text} ${"─".repeat(Math.max(0, width - text.length - 4))}`);

export function sayStep({ call, text }: Step): void {
  say(`  → ${cut(JSON.stringify(call), width * 2)}`);
  say(`  ${text.startsWith('{"error"') ? "✗" : "←"} ${cut(text, width * 3)}  (${tokens(text)} tokens)`);
}
