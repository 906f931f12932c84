import { type Dict, at, dicts, isDict } from "../../core/ground/json.ts";
import { fileOf, headerOf, isFile, leavesOf, textOf } from "./mime/read-message.ts";

/**
 * Returns a message with readable fields in place of `payload`, and without empty fields. The text is present if the
 * message was read with its parts.
 */
export function messageRecord(message: Dict): Dict {
  const { id, threadId, labelIds, snippet, internalDate, payload, raw } = message;
  const text = textOf(payload);
  const files = leavesOf(payload).filter(isFile).map(fileOf);
  const headers = ["from", "to", "cc", "bcc", "subject"] as const;
  return withoutEmpty({
    id,
    threadId,
    ...Object.fromEntries(headers.map((name) => [name, headerOf(message, name)])),
    replyTo: headerOf(message, "reply-to"),
    date: dateOf(internalDate),
    labelIds,
    ...(text === "" ? { snippet } : { text }),
    attachments: files,
    messageId: headerOf(message, "message-id"),
    references: headerOf(message, "references"),
    raw,
  });
}

/** The time at which Gmail got the message, which the sender cannot choose. */
const dateOf = (milliseconds: unknown): string | undefined => {
  const time = Number(milliseconds);
  return milliseconds === undefined || !Number.isFinite(time) || Math.abs(time) > 8e15
    ? undefined
    : new Date(time).toISOString();
};

export const threadRecord = ({ messages, ...thread }: Dict): Dict => ({
  ...thread,
  messages: dicts(messages).map((message) => messageRecord(message)),
});

export const draftRecord = ({ id, message }: Dict): Dict => ({
  id,
  message: isDict(message) ? messageRecord(message) : {},
});

const withoutEmpty = (record: Dict): Dict =>
  Object.fromEntries(
    Object.entries(record).filter(
      ([, value]) => value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0),
    ),
  );

export const labelIdsOf = (data: unknown): readonly string[] => {
  const ids = at(data, "labelIds");
  return Array.isArray(ids) ? ids.map(String) : [];
};
