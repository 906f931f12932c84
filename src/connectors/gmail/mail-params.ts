import { fileBytes, isBase64 } from "../../core/call/file-content.ts";
import type { Issue } from "../../core/ground/errors.ts";
import { isOneLine, type Mailbox, readMailbox } from "./mime/address.ts";
import type { Mail, MailFile } from "./mime/write-message.ts";

/** The params that describe a message. An address is `ana@acme.example` or `Ana Ruiz <ana@acme.example>`. */
export interface MailParams {
  from?: string | undefined;
  to?: readonly string[] | undefined;
  cc?: readonly string[] | undefined;
  bcc?: readonly string[] | undefined;
  replyTo?: readonly string[] | undefined;
  subject?: string | undefined;
  text?: string | undefined;
  html?: string | undefined;
  attachments?: readonly FileParam[] | undefined;
}

interface FileParam {
  filename: string;
  content_type?: string | undefined;
  content?: string | undefined;
  content_base64?: string | undefined;
  content_id?: string | undefined;
}

/** Gmail takes the message as base64url of base64, in a JSON body of at most 5 MB. */
const maxFileBytes = 2_500_000;

const lists = ["to", "cc", "bcc", "replyTo"] as const;

/** Returns what a schema cannot say about the params of a message. */
export function mailIssues(params: MailParams): Issue[] {
  const { from, subject, attachments = [] } = params;
  const wrong = (path: string, text: string): Issue[] =>
    readMailbox(text) === undefined
      ? [{ path, message: "must be one address, such as ana@acme.example or Ana Ruiz <ana@acme.example>." }] // prettier-ignore
      : [];
  return [
    ...(from === undefined ? [] : wrong("from", from)),
    ...lists.flatMap((list) =>
      (params[list] ?? []).flatMap((text, index) => wrong(`${list}[${index}]`, text)),
    ),
    ...(subject !== undefined && !isOneLine(subject)
      ? [{ path: "subject", message: "must be one line of text." }]
      : []),
    ...attachments.flatMap((file, index) => fileIssues(file, `attachments[${index}]`)),
    ...attachments.flatMap(({ content_id }, index) =>
      content_id !== undefined && attachments.findIndex((one) => one.content_id === content_id) < index
        ? [{ path: `attachments[${index}].content_id`, message: "must be the id of only one file." }]
        : [],
    ),
    ...(attachments.reduce((sum, file) => sum + sizeOf(file), 0) > maxFileBytes
      ? [{ path: "attachments", message: `must have at most ${maxFileBytes} bytes together. Send a link instead.` }] // prettier-ignore
      : []),
  ];
}

function fileIssues({ content_type, content, content_base64 }: FileParam, path: string): Issue[] {
  if ((content === undefined) === (content_base64 === undefined))
    return [{ path, message: "needs content or content_base64, and not both." }];
  if (content_base64 !== undefined && !isBase64(content_base64))
    return [{ path: `${path}.content_base64`, message: "must be base64." }];
  // Another program would read the encoded content of these types as a message or as parts.
  return content_type !== undefined && /^(?:message|multipart)\//i.test(content_type)
    ? [{ path: `${path}.content_type`, message: "must not be message/* or multipart/*. Use application/octet-stream." }] // prettier-ignore
    : [];
}

const sizeOf = ({ content = "", content_base64 = "" }: FileParam) =>
  new TextEncoder().encode(content).length + Math.ceil((content_base64.length * 3) / 4);

/** Returns the message that checked params describe. */
export function mailOf({ from, subject = "", text, html, attachments, ...params }: MailParams): Mail {
  const read = (list: (typeof lists)[number]): Mailbox[] => (params[list] ?? []).flatMap((one) => readMailbox(one) ?? []);
  return {
    from: from === undefined ? undefined : readMailbox(from),
    to: read("to"),
    cc: read("cc"),
    bcc: read("bcc"),
    replyTo: read("replyTo"),
    subject,
    text,
    html,
    files: attachments?.map(fileOf),
  };
} // prettier-ignore

const fileOf = ({ filename, content_type, content, content_base64, content_id }: FileParam): MailFile => ({
  filename,
  content_type: content_type ?? (content === undefined ? "application/octet-stream" : "text/plain; charset=UTF-8"),
  bytes: content_base64 === undefined ? fileBytes(content ?? "", "text") : fileBytes(content_base64, "base64", "content_base64"),
  contentId: content_id,
}); // prettier-ignore

/** Returns whether the bytes of files are too many for one message. */
export const isTooLarge = (files: readonly MailFile[]): boolean =>
  files.reduce((sum, { bytes }) => sum + bytes.length, 0) > maxFileBytes;
