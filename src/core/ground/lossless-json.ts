// JSON numbers, and complete strings, so that digits inside a string do not match as a number.
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON like `JSON.parse`, but returns an integer outside the safe range as a string of its digits. `JSON.parse`
 * would round 144373194309380061 to 144373194309380060.
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
