import type { RunContext, RunResult } from "../../core/contract/run-context.ts";
import { ConnectorError } from "../../core/ground/errors.ts";
import { type Dict, isDict, stringAt } from "../../core/ground/json.ts";
import { quoteOthers } from "../../core/ground/quote-others.ts";
import { answerTo, earlierMail, forwarded } from "./answers.ts";
import { isTooLarge, type MailParams, mailOf } from "./mail-params.ts";
import { unreadMailboxes } from "./mime/address.ts";
import { filesOf, headerOf, htmlOf } from "./mime/read-message.ts";
import { type MailFile, rawMessage, shownIn } from "./mime/write-message.ts";
import { contentOf, readMessage } from "./reading.ts";
import { messageRecord } from "./records.ts";

type Given = MailParams & { id: string };

const sentWith = async (operation: string, args: Dict, { send }: RunContext): Promise<RunResult> => ({
  data: (await send(operation, args)).body,
});

export const send = (params: MailParams, context: RunContext): Promise<RunResult> =>
  sentWith("messages.send", { raw: rawMessage(mailOf(params)) }, context);

export const reply = async (
  params: Given & { replyAll?: boolean },
  context: RunContext,
): Promise<RunResult> => sentWith("messages.send", await answerOf(params, context), context);

/** Returns the message of an answer, and the thread to which it belongs. Params replace what the answer would have. */
async function answerOf({ id, replyAll = false, ...params }: Given & { replyAll?: boolean }, context: RunContext) {
  const record = messageRecord(await readMessage(id, context));
  const own = replyAll ? stringAt((await context.once("profile.get")).body, "emailAddress") : undefined;
  const answer = answerTo(record, own?.toLowerCase(), replyAll);
  const given = mailOf(params);
  const to = given.to.length > 0 ? given.to : answer.to;
  if (to.length === 0)
    throw new ConnectorError("invalid_params", "The message has no sender who can get an answer.", {
      path: "params.id",
      hint: "Use messages.send with the right recipients.",
    });
  const cc = [...answer.cc, ...(given.cc ?? [])];
  const { subject = answer.subject } = params;
  return { raw: rawMessage({ ...given, ...answer, to, cc, subject }), threadId: record.threadId };
} // prettier-ignore

export async function forward({ id, text, ...params }: Given, context: RunContext): Promise<RunResult> {
  const message = await readMessage(id, context);
  const files = await filesIn(message, context);
  const mail = { ...mailOf(params), ...forwarded(message, text), files };
  return sentWith("messages.send", { raw: rawMessage(mail) }, context);
}

/** Reads the files of a message, to send them in another one. */
async function filesIn(
  message: Dict,
  context: RunContext,
  isWanted: (file: { contentId?: string | undefined }) => boolean = () => true,
): Promise<MailFile[]> {
  const files: MailFile[] = [];
  for (const file of filesOf(message).filter(isWanted)) {
    const bytes = await contentOf(file, message.id, context);
    // The encoded content of a message or of parts would not be read as a message.
    const isPlain = /^(?!message\/|multipart\/)[\w.+-]+\/[\w.+-]+$/.test(file.mimeType);
    files.push({
      filename: file.filename.slice(0, 100) || "attachment",
      content_type: isPlain ? file.mimeType : "application/octet-stream",
      bytes,
      contentId: file.contentId,
    });
    refuseTooLarge(files);
  }
  return files;
}

function refuseTooLarge(files: readonly MailFile[]): void {
  if (isTooLarge(files))
    throw new ConnectorError("invalid_params", "The files of the message are too large to send again.", {
      path: "params.id",
      hint: "Send a link to the files, or do this in Gmail.",
    });
}

interface DraftParams extends MailParams {
  replyToId?: string | undefined;
}

export async function createDraft({ replyToId, ...params }: DraftParams, context: RunContext): Promise<RunResult> {
  const message = replyToId === undefined ? { raw: rawMessage(mailOf(params)) } : await answerOf({ ...params, id: replyToId }, context);
  return sentWith("drafts.create", { message }, context);
} // prettier-ignore

const keepsText = ({ text, html }: MailParams) => text === undefined && html === undefined;

/** Which files of a draft stay: images as long as the HTML shows them, and other files unless there are new ones. */
function keptFiles(message: Dict, params: MailParams) {
  const earlier = htmlOf(message.payload);
  const [before, after] = [shownIn(earlier), shownIn(keepsText(params) ? earlier : params.html)];
  const given = new Set(params.attachments?.map(({ content_id }) => content_id));
  return ({ contentId }: { contentId?: string | undefined }) =>
    contentId !== undefined && before.has(contentId)
      ? after.has(contentId) && !given.has(contentId)
      : params.attachments === undefined;
}

const recipientLists = ["to", "cc", "bcc"] as const;

/** Changes the given parts of a draft. `raw`: the whole message instead, which only the undo of an update passes. */
export async function updateDraft({ id, raw, threadId, ...params }: Given & { raw?: string; threadId?: string }, context: RunContext): Promise<RunResult> {
  if (raw !== undefined) return sentWith("drafts.update", { id, message: { raw, ...(threadId === undefined ? {} : { threadId }) } }, context);
  const { body } = await context.read("drafts.get", { id });
  const message = isDict(body) && isDict(body.message) ? body.message : {};
  const files = await filesIn(message, context, keptFiles(message, params));
  for (const name of recipientLists) {
    const [lost] = params[name] === undefined ? unreadMailboxes(headerOf(message, name) ?? "") : [];
    if (lost !== undefined)
      throw new ConnectorError("invalid_params", `The draft has a recipient that cannot be kept: ${quoteOthers(lost)}.`, {
        path: `params.${name}`,
        hint: `Pass ${name} too, with all its recipients.`,
      });
  }
  const given = Object.fromEntries(Object.entries(mailOf(params)).filter(([name]) => params[(name === "files" ? "attachments" : name) as keyof MailParams] !== undefined));
  const mail = { ...earlierMail(message, keepsText(params)), ...given, files: [...files, ...(given.files ?? [])] };
  refuseTooLarge(mail.files);
  return sentWith("drafts.update", { id, message: { raw: rawMessage(mail), threadId: message.threadId } }, context);
} // prettier-ignore
