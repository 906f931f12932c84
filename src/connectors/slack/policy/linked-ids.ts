// Finds the ids of conversations and files in addresses of Slack. Slack shows a preview for more forms of an address
// than `names/links.ts` accepts, so every form counts here.

const host = /slack(?:-gov|-files)?\.com(?::\d+)?[/?]|slack:\/\//i;
/** The parts of an address in which Slack writes ids, such as `/archives/C012AB3CD`. */
const atPlace =
  /(?:\/(?:archives|messages|canvas|huddle)\/|\/client\/[^/]+\/|[?&](?:channel|cid|id)=)([CGD][A-Z0-9]{2,20})/gi;
/** An id at any other place. The digit is required, because words such as `features` have no digit. */
const anywhere = /(?<![A-Z0-9])[CGDF](?=[A-Z]*\d)[A-Z0-9]{7,11}(?![A-Z0-9])/gi;

/** Returns the ids in an address of Slack. Returns an empty list for any other text. */
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

/** The parts of a text that can be addresses. */
export const words = /[^\s<>|"'`]+/g;

/** Decodes codes such as `%43`, and converts `\/` to `/`. */
function decoded(address: string): string {
  return address
    .replace(/%([0-9a-f]{2})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll("\\/", "/");
}
