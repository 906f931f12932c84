import { decodeText, encodeText } from "./header-text.ts";

/** Texts with line breaks are no texts of a header. All other characters are encoded. */
export const isOneLine = (text: string): boolean => !/[\r\n\v\f\u0085\u2028\u2029]/.test(text);

/** One mailbox of a header: `Ana Ruiz <ana@acme.example>`. */
export interface Mailbox {
  name: string;
  address: string;
}

const local = String.raw`[\w!#$%&'*+\-/=?^{|}~.\x60]{1,64}`;
const label = "[a-z0-9][a-z0-9-]{0,62}";
const addressPattern = new RegExp(`^${local}@(?:${label}\\.){0,10}${label}$`, "i");

/**
 * Reads one mailbox. Returns undefined if the text is not exactly one, such as `a@acme.example, b@acme.example`. A name
 * that looks like more recipients must be in quotes, so that no recipient gets lost in a name.
 */
export function readMailbox(text: string): Mailbox | undefined {
  if (text.length > 1000 || !isOneLine(text)) return undefined;
  const whole = text.trim();
  const open = whole.lastIndexOf("<");
  if (open >= 0 && !whole.endsWith(">")) return undefined;
  const address = open < 0 ? whole.replace(/ ?\([^()]*\)$/, "") : whole.slice(open + 1, -1);
  const shown = open < 0 ? "" : whole.slice(0, open).trim();
  const isQuoted = shown.length > 1 && shown.startsWith('"') && shown.endsWith('"');
  if (!isQuoted && (/[<>]/.test(shown) || (shown.includes("@") && /[,;]/.test(shown)))) return undefined;
  if (address.length > 254 || !addressPattern.test(address)) return undefined;
  const name = isQuoted ? shown.slice(1, -1).replace(/\\(.)/g, "$1") : shown;
  return { name: decodeText(name), address };
}

/** Reads the mailboxes of a header. Leaves out what is no mailbox, such as the name of a group. */
export const readMailboxes = (header: string): Mailbox[] =>
  splitList(header).flatMap((one) => readMailbox(one) ?? []);

/** Returns the parts of a header that can be recipients, and that this package cannot read as mailboxes. */
export const unreadMailboxes = (header: string): string[] =>
  splitList(header).flatMap((one) => (one.includes("@") && !readMailbox(one) ? [one.trim()] : []));

/**
 * Writes a header with addresses for people. Its names are decoded after the list is split, because a name can contain
 * commas, quotes and addresses.
 */
export const readableMailboxes = (header: string): string =>
  splitList(header)
    .map((one) => {
      const mailbox = readMailbox(one);
      if (!mailbox) return one.trim();
      const { name, address } = mailbox;
      if (name === "") return address;
      return `${/["(),.:;<>@[\]\\]/.test(name) ? quoted(name) : name} <${address}>`;
    })
    .filter((one) => one !== "")
    .join(", ");

const quoted = (name: string): string => `"${name.replace(/["\\]/g, String.raw`\$&`)}"`;

/** Splits a list at the commas that are not in quotes. */
function splitList(header: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let inQuotes = false;
  for (let index = 0; index < header.length; index++) {
    const one = header[index];
    if (one === "\\" && inQuotes) index++;
    else if (one === '"') inQuotes = !inQuotes;
    else if (!inQuotes && (one === "," || one === ";" || one === ":")) {
      parts.push(header.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, header.slice(start)].map((part) => part.replace(/[\r\n\t]+/g, " "));
}

/** Writes a mailbox for a header, in ASCII. */
export function writeMailbox({ name, address }: Mailbox): string {
  if (name === "") return address;
  const plain = /^[\w !#$%&'*+\-/=?^{|}~.,:;@()[\]<>"\\]{1,70}$/.test(name) && !name.includes("=?");
  const written = plain ? quoted(name) : encodeText(name, true);
  return `${written} <${address}>`;
}
