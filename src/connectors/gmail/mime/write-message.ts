import { toBase64 } from "../../../core/ground/base64.ts";
import { type Mailbox, writeMailbox } from "./address.ts";
import { encodeText } from "./header-text.ts";

// Messages as Gmail takes them: https://www.rfc-editor.org/rfc/rfc5322 and https://www.rfc-editor.org/rfc/rfc2045

export interface MailFile {
  filename: string;
  content_type: string;
  bytes: Uint8Array;
  /** HTML of the message can show the file as `cid:` and this id. */
  contentId?: string | undefined;
}

export interface Mail {
  /** Default: the address of the account, which Gmail adds. */
  from?: Mailbox | undefined;
  to: readonly Mailbox[];
  cc?: readonly Mailbox[] | undefined;
  bcc?: readonly Mailbox[] | undefined;
  replyTo?: readonly Mailbox[] | undefined;
  subject: string;
  /** With `html` too, mail programs show one of them. */
  text?: string | undefined;
  html?: string | undefined;
  /** The `Message-ID` of the message that this one answers. */
  inReplyTo?: string | undefined;
  /** The ids of the earlier messages of the conversation, the oldest first, separated by spaces. */
  references?: string | undefined;
  files?: readonly MailFile[] | undefined;
}

/** Writes a message as base64url, the form of Gmail's field `raw`. All of the message is ASCII. */
export const rawMessage = (mail: Mail): string =>
  toBase64(new TextEncoder().encode(writeMessage(mail)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Writes a message with CRLF line breaks. No text of the mail can add a header. */
export function writeMessage(mail: Mail): string {
  const { from, to, cc, bcc, replyTo, subject, inReplyTo, references } = mail;
  const headers: (readonly [name: string, value: string])[] = [
    ["From", from ? writeMailbox(from) : ""],
    ["To", listed(to)],
    ["Cc", listed(cc)],
    ["Bcc", listed(bcc)],
    ["Reply-To", listed(replyTo)],
    ["Subject", encodeText(subject)],
    ["In-Reply-To", messageIds(inReplyTo)],
    ["References", messageIds(references)],
    ["MIME-Version", "1.0"],
  ];
  const lines = headers.flatMap(([name, value]) => (value === "" ? [] : [`${name}: ${value}`]));
  return `${lines.join("\r\n")}\r\n${contentOf(mail)}`;
}

const listed = (mailboxes: readonly Mailbox[] = []): string => mailboxes.map(writeMailbox).join(",\r\n ");

/** Keeps only what has the form of an id, because other people write these headers. */
const messageIds = (text = ""): string => (text.match(/<[!-;=?-~]{1,500}>/g) ?? []).slice(-50).join("\r\n ");

function contentOf({ text, html, files = [] }: Mail): string {
  const plain = text === undefined && html !== undefined ? [] : [textPart("plain", text ?? "")];
  const both = html === undefined ? plain : [...plain, textPart("html", html)];
  const body = both.length === 1 ? both[0]! : multipart("alternative", both);
  const ids = shownIn(html);
  const isShown = ({ contentId }: MailFile) => contentId !== undefined && ids.has(contentId);
  const shown = files.filter(isShown).map((file) => filePart(file, "inline"));
  const rest = files.filter((file) => !isShown(file)).map((file) => filePart(file, "attachment"));
  // https://www.rfc-editor.org/rfc/rfc2387
  const type = both.length === 1 ? "text/html" : "multipart/alternative";
  const whole = shown.length === 0 ? body : multipart(`related; type="${type}"`, [body, ...shown]);
  return rest.length === 0 ? whole : multipart("mixed", [whole, ...rest]);
}

/** Returns the ids of the files that HTML shows: https://www.rfc-editor.org/rfc/rfc2392 */
export const shownIn = (html = ""): ReadonlySet<string> =>
  new Set([...html.matchAll(/\bcid:([^\s"'<>()]{1,600})/gi)].map(([, id]) => unescaped(id!)));

function unescaped(id: string): string {
  try {
    return decodeURIComponent(id.replaceAll("&amp;", "&"));
  } catch {
    return id;
  }
}

const textPart = (kind: string, text: string): string =>
  encodedPart(
    [`Content-Type: text/${kind}; charset=UTF-8`],
    new TextEncoder().encode(text.replace(/\r\n|\r|\n/g, "\r\n")),
  );

/** Other people can have written the id. */
export const isContentId = (id: string): boolean => /^[!-;=?-~]{1,200}$/.test(id);

function filePart({ filename, content_type, bytes, contentId }: MailFile, disposition: string): string {
  const isPlain = /^[\w .()+-]{1,70}$/.test(filename);
  const name = isPlain ? `filename="${filename}"` : `filename*=UTF-8''${percentEncoded(filename)}`;
  return encodedPart(
    [
      `Content-Type: ${content_type}`,
      `Content-Disposition: ${disposition};\r\n ${name}`,
      ...(contentId !== undefined && isContentId(contentId) ? [`Content-ID: <${contentId}>`] : []),
    ],
    bytes,
  );
}

/** https://www.rfc-editor.org/rfc/rfc2231 */
const percentEncoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);

/** Every content is base64, so that no line of it can be a boundary or too long. */
const encodedPart = (headers: readonly string[], bytes: Uint8Array): string =>
  [...headers, "Content-Transfer-Encoding: base64", "", ...(toBase64(bytes).match(/.{1,76}/g) ?? []), ""].join("\r\n"); // prettier-ignore

/** A boundary with `=_` is never part of base64. */
function multipart(kind: string, parts: readonly string[]): string {
  const boundary = `=_${kind.split(";")[0]}`;
  const inside = parts.map((part) => `--${boundary}\r\n${part}\r\n`).join("");
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${inside}--${boundary}--\r\n`;
}
