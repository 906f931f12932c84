/**
 * Returns the URL to send, or undefined if the text is no URL or the protocol does not match `protocol`. Like zod's
 * `z.url()`, removes surrounding spaces, and all tabs and line breaks.
 */
export function parseUrl(text: string, protocol: RegExp): string | undefined {
  const trimmed = text.trim();
  // `new URL` would accept `http:example.com`.
  if (protocol.source === "^https?$" && !/^https?:\/\//i.test(trimmed)) return undefined;
  try {
    if (!protocol.test(new URL(trimmed).protocol.slice(0, -1))) return undefined;
  } catch {
    return undefined;
  }
  return trimmed.replace(/[\t\n\r]/g, "");
}
