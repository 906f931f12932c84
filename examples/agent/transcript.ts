import { encode } from "gpt-tokenizer/encoding/o200k_base";

/** Prints a run of an agent for a person: calls, results, and what each costs the model in tokens (o200k_base). */
export interface Transcript {
  heading(text: string): void;
  note(text: string): void;
  call(call: unknown): void;
  result(text: string): void;
  answer(text: string): void;
}

export const tokens = (text: string): number => encode(text).length;

const width = 118;
const cut = (text: string, max: number) => (text.length > max ? `${text.slice(0, max)} …` : text);

export const transcript: Transcript = {
  heading: (text) => console.log(`\n── ${text} ${"─".repeat(Math.max(0, width - text.length - 4))}`),
  note: (text) => console.log(text),
  call: (call) => console.log(`  → ${cut(JSON.stringify(call), width * 2)}`),
  result: (text) =>
    console.log(
      `  ${text.startsWith('{"error"') ? "✗" : "←"} ${cut(text, width * 3)}  (${tokens(text)} tokens)`,
    ),
  answer: (text) => console.log(`  ■ ${text}`),
};
