import { decodeMarkdown } from "../text/decode-markdown.ts";

// Finds the ids of conversations and files in addresses of Slack. Slack shows a preview for more forms of an address
// than `names/links.ts` accepts, so every form counts here.

export const host = /slack(?:-gov|-files)?\.com\.?(?::\d*)?(?=[/?#]|$)|slack:\/\//;
/** The parts of an address in which Slack writes ids, such as `/archives/C012AB3CD`. */
const atPlace =
  /(?:\/(?:archives|messages|canvas|huddle)\/|\/client\/[^/]+\/|[?&](?:channel|cid|id)=)([CGD][A-Z0-9]{2,20})/gi;
/** The parts of an address in which Slack writes the ids of files, which need not contain a digit. */
const fileAtPlace = /\/(?:files|docs|lists)\/[^/]+\/(F[A-Z0-9]{2,20})|\/files-\w+\/[^/]*-(F[A-Z0-9]{2,20})/gi;
/** An id at any other place. The digit is required, because words such as `features` have no digit. */
const anywhere = /(?<![A-Z0-9])[CGDF](?=[A-Z]*\d)[A-Z0-9]{7,11}(?![A-Z0-9])/gi;

/** Returns the ids in an address of Slack. Returns an empty list for any other text. */
export const linkedIds = (address: string): string[] =>
  mayBeAddress.test(address) ? plainAddresses(address).flatMap(idsIn) : [];

/** Whether a text can be an address of Slack, for speed. */
const mayBeAddress = /slack|[\\&%*~`]|[^\0-\x7f]/i;

function idsIn(address: string): string[] {
  const start = address.search(host);
  if (start < 0) return [];
  const rest = address.slice(start);
  return [atPlace, fileAtPlace, anywhere].flatMap((pattern) =>
    [...rest.matchAll(pattern)].map(([all, ...ids]) => (ids.find(Boolean) ?? all).toUpperCase()),
  );
}

/** The parts of a text that can be addresses. */
export const words = /[^\s<>|"'`]+/g;

/** More levels of codes than any reader decodes. */
const maxLevels = 8;

/**
 * Returns an address as a program could read it that decodes every code, ignores invisible characters, and replaces
 * characters of other forms, such as `／` with `/`. If the address contains marks of Markdown, which can stand between
 * its letters, also returns the address without these marks. The results have only lower-case letters.
 */
export function plainAddresses(address: string): string[] {
  let text = address;
  for (let level = 0; level < maxLevels; level++) {
    const decoded = decodeMarkdown(text)
      .text.replace(/%(?:25)*([0-9a-f]{2})/gi, (_all, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
      .normalize("NFKC")
      .replace(ignored, "")
      .replaceAll("。", ".");
    if (decoded === text) break;
    text = decoded;
  }
  const plain = text.replaceAll("\\", "/").toLowerCase();
  const unmarked = plain.replace(/[*~`]/g, "");
  return unmarked === plain ? [plain] : [plain, unmarked];
}

/** The code points of control characters and of characters without a width. */
const invisible =
  "0-1f 7f-9f ad 34f 61c 115f-1160 17b4-17b5 180b-180f 200b-200f 202a-202e 2060-206f 3164 fe00-fe0f feff ffa0 fff0-fff8 " +
  "1bca0-1bca3 1d173-1d17a e0000-e0fff";
const ignored = new RegExp(`[\\s${invisible.replace(/[0-9a-f]+/g, "\\u{$&}").replaceAll(" ", "")}]`, "gu");
