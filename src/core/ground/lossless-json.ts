// A whole string, or a whole number: what is looked at is never a part of either.
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * JSON.parse, but whole numbers that a double cannot hold become strings of their digits: 144373194309380061 would
 * otherwise arrive as 144373194309380060.
 */
export function parseLossless(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return JSON.parse(
    text.replace(tokens, (token) =>
      token.length > 15 && /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token))
        ? `"${token}"`
        : token,
    ),
  );
}
