// This module finds the ids of conversations and files in addresses of Slack. Slack shows a preview for more forms
// of an address than `names/links.ts` accepts. This module accepts every form.

const host = /slack(?:-gov|-files)?\.com(?::\d+)?[/?]|slack:\/\//i;
/** Matches an id in a part of an address in which Slack writes ids, such as `/archives/C012AB3CD`. */
const atPlace =
  /(?:\/(?:archives|messages|canvas|huddle)\/|\/client\/[^/]+\/|[?&](?:channel|cid|id)=)([CGD][A-Z0-9]{2,20})/gi;
/** Matches a text with the form of an id. The digit is required, because words such as `features` have no digit. */
const anywhere = /(?<![A-Z0-9])[CGDF](?=[A-Z]*\d)[A-Z0-9]{7,11}(?![A-Z0-9])/gi;

/** Returns the ids of the conversations and files in an address of Slack. Returns an empty list for any other text. */
export function linkedIds(address: string): string[] {
  const text = decoded(address);
  const start = text.search(host);
  if (start < 0) return [];
  const rest = text.slice(start);
  return [
    ...[...rest.matchAll(atPlace)].map(([, id]) => id!.toUpperCase()),
    ...[...rest.matchAll(anywhere)].map(([id]) => id.toUpperCase()),
  ];
}

/** Matches each part of a text that can be an address. */
export const words = /[^\s<>|"'`]+/g;

/** Decodes percent-encoded characters, such as `%43`, and converts `\/` to `/`. */
function decoded(address: string): string {
  return address
    .replace(/%([0-9a-f]{2})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll("\\/", "/");
}
