/**
 * Returns the URL that is sent for a text. Returns undefined if the text is not a URL, or if the protocol does not
 * match `protocol`. Like zod's `z.url()`, removes surrounding spaces, and all tabs and line breaks.
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
