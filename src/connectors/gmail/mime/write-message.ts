import { toBase64 } from "../../../core/ground/base64.ts";
import { type Mailbox, writeMailbox } from "./address.ts";
import { encodeText } from "./header-text.ts";

// Messages as Gmail takes them: https://www.rfc-editor.org/rfc/rfc5322 and https://www.rfc-editor.org/rfc/rfc2045

export interface MailFile {
  filename: string;
  content_type: string;
  bytes: Uint8Array;
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
  return files.length === 0 ? body : multipart("mixed", [body, ...files.map(filePart)]);
}

const textPart = (kind: string, text: string): string =>
  encodedPart(
    [`Content-Type: text/${kind}; charset=UTF-8`],
    new TextEncoder().encode(text.replace(/\r\n|\r|\n/g, "\r\n")),
  );

function filePart({ filename, content_type, bytes }: MailFile): string {
  const isPlain = /^[\w .()+-]{1,70}$/.test(filename);
  const name = isPlain ? `filename="${filename}"` : `filename*=UTF-8''${percentEncoded(filename)}`;
  return encodedPart(
    [`Content-Type: ${content_type}`, `Content-Disposition: attachment;\r\n ${name}`],
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
  const boundary = `=_${kind}`;
  const inside = parts.map((part) => `--${boundary}\r\n${part}\r\n`).join("");
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${inside}--${boundary}--\r\n`;
}
