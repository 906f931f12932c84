import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { contentArguments } from "./message-content.ts";
import { postOnce } from "./post-once.ts";
import { readOneMessage } from "./read-one-message.ts";

/**
 * Posts the link of a message, with Slack's preview and a comment. Adds escaped mentions to `found`. `original`: the
 * message of the link.
 * @throws ConnectorError `not_found` and others if the link leads to no message that the token can read
 */
export async function forwardMessage(
  context: RunContext,
  { link, markdown_text: comment, ...params }: { link: string; markdown_text?: string | undefined } & Dict,
  original: { channel: string; ts: string },
  found: Set<string>,
): Promise<RunResult> {
  // A link that leads nowhere, or to a message that the token cannot read, has no preview. Without the scope for this
  // check, Slack decides.
  await readOneMessage(original, context.read).catch((error: unknown) => {
    if (!ConnectorError.is(error) || error.code !== "credential_insufficient_scope") throw error;
  });
  const markup = `<${link}>`;
  const content = comment === undefined ? { text: markup } : { markdown_text: comment };
  const args = contentArguments({ ...params, ...content }, "create", found);
  const text = comment === undefined ? {} : { markdown_text: `${String(args.markdown_text)}\n\n${markup}` };
  return postOnce(context, [{ ...args, ...text, unfurl_links: true, unfurl_media: true }]);
}
