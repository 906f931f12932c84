import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

/** Counts the tokens of a text with the tokenizer o200k. Texts that look like special tokens are counted as text. */
export const tokensOf = (text: string): number => countTokens(text, { disallowedSpecial: new Set() });
