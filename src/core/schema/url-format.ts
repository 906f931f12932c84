/**
 * Returns the URL that is sent for a text, or undefined if the text is no URL whose protocol matches `protocol`. The
 * result is the text without spaces around it, and without tabs and line breaks. zod's `z.url()` does the same.
 */
export function parseUrl(text: string, protocol: RegExp): string | undefined {
  const trimmed = text.trim();
  // The URL parser would accept `http:example.com`.
  if (protocol.source === "^https?$" && !/^https?:\/\//i.test(trimmed)) return undefined;
  try {
    if (!protocol.test(new URL(trimmed).protocol.slice(0, -1))) return undefined;
  } catch {
    return undefined;
  }
  return trimmed.replace(/[\t\n\r]/g, "");
}
