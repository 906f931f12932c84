import { type Dict, stringAt } from "../../core/ground/json.ts";
import { type Mailbox, readMailboxes } from "./mime/address.ts";
import { headerOf, htmlOf, textOf } from "./mime/read-message.ts";
import type { Mail } from "./mime/write-message.ts";
import { labelIdsOf } from "./records.ts";

/** What an answer takes from the message that it answers. */
export interface Answered extends Pick<Mail, "to" | "subject" | "inReplyTo" | "references"> {
  cc: readonly Mailbox[];
}

/**
 * Returns the recipients, the subject and the thread of an answer to a message.
 * @param record the message, as `messages.get` returns it
 * @param own the address of the account, which an answer to all leaves out
 * @param all whether everybody who got the message gets the answer
 */
export function answerTo(record: Dict, own: string | undefined, all: boolean): Answered {
  const read = (field: string) => readMailboxes(stringAt(record, field) ?? "");
  const replyTo = read("replyTo");
  const from = replyTo.length > 0 ? replyTo : read("from");
  // An answer to an own message goes to the people who got the message.
  const isSent = labelIdsOf(record).includes("SENT");
  const to = isSent ? read("to") : from;
  const taken = new Set([own, ...to.map(({ address }) => address.toLowerCase())]);
  const cc: Mailbox[] = [];
  for (const one of all ? [...read("to"), ...read("cc")] : []) {
    if (!taken.has(one.address.toLowerCase())) cc.push(one);
    taken.add(one.address.toLowerCase());
  }
  const id = stringAt(record, "messageId");
  return {
    to,
    cc,
    subject: prefixed("Re", stringAt(record, "subject")),
    inReplyTo: id,
    references: [stringAt(record, "references"), id].filter(Boolean).join(" "),
  };
}

const prefixed = (prefix: string, subject = ""): string =>
  new RegExp(`^${prefix}:`, "i").test(subject) ? subject : `${prefix}: ${subject}`.trim();

/** Returns the subject and the texts with which a message is forwarded, after an own text. */
export function forwarded(message: Dict, text = ""): Pick<Mail, "subject" | "text" | "html"> {
  const lines = ["From", "Date", "Subject", "To", "Cc"].flatMap((name) => {
    const value = headerOf(message, name.toLowerCase());
    return value === undefined ? [] : [`${name}: ${value}`];
  });
  const head = ["---------- Forwarded message ---------", ...lines];
  const before = text === "" ? [] : [text, ""];
  const html = htmlOf(message.payload);
  return {
    subject: prefixed("Fwd", headerOf(message, "subject")),
    text: [...before, ...head, "", textOf(message.payload)].join("\n"),
    ...(html === undefined ? {} : { html: `${[...before, ...head, ""].map(escapedLine).join("")}${html}` }),
  };
}

const escapedLine = (line: string): string =>
  `<div>${line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\n", "<br>") || "<br>"}</div>`; // prettier-ignore

/**
 * Returns the mail that a message in Gmail's form is, without its files.
 * @param withText whether to keep its text and its HTML
 */
export function earlierMail(message: Dict, withText: boolean): Mail {
  const read = (name: string) => readMailboxes(headerOf(message, name) ?? "");
  const [from] = read("from");
  const html = htmlOf(message.payload);
  return {
    ...(from ? { from } : {}),
    to: read("to"),
    cc: read("cc"),
    bcc: read("bcc"),
    replyTo: read("reply-to"),
    subject: headerOf(message, "subject") ?? "",
    inReplyTo: headerOf(message, "in-reply-to"),
    references: headerOf(message, "references"),
    ...(withText ? { text: textOf(message.payload), ...(html === undefined ? {} : { html }) } : {}),
  };
}
