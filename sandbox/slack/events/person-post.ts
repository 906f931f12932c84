import { show } from "../../../src/core/ground/json.ts";
import { optionError, optionTypes, readOptions } from "../../../src/core/ground/read-options.ts";
import { required } from "../../options.ts";
import { markupOf } from "../given-workspace/written-text.ts";
import { richTextBlock } from "../content/rich-text.ts";
import { type Workspace, addMessage, findMessage, nextTs } from "../workspace.ts";
import { findMember } from "./find-member.ts";

/** A message that a person writes in Slack. */
export interface PersonPost {
  /** The name or the id of the channel, or the id of a direct message. */
  channel: string;
  /** The name, the handle or the id of the person. */
  from: string;
  /** The text. `@assistant` becomes a mention of the user with the handle `assistant`. */
  text: string;
  /** The `ts` of the message to which the person replies. */
  thread_ts?: string | undefined;
}

const known = {
  channel: required(optionTypes.string),
  from: required(optionTypes.string),
  text: required(optionTypes.string),
  thread_ts: optionTypes.string,
};

/**
 * Posts a message of a person. The message has no fields about an app, unlike a message of an app with a user token.
 * @throws ConnectorError `config_error` for a mistake in the message
 */
export function postAsPerson(workspace: Workspace, given: PersonPost): { channel: string; ts: string } {
  readOptions(given, known, "message", "message.");
  const { text, thread_ts } = given;
  const { room, user } = findMember(workspace, given, "message");
  if (thread_ts !== undefined && !findMessage(room, thread_ts))
    throw optionError("message.thread_ts", `The channel has no message with the ts ${show(thread_ts)}.`);
  const written = markupOf(
    text,
    [...workspace.users.values()],
    [...workspace.rooms.values()].map((one) => one.channel),
  );
  const { ts } = addMessage(room, {
    client_msg_id: crypto.randomUUID(),
    type: "message",
    user: user.id,
    text: written,
    team: workspace.team.id,
    blocks: [richTextBlock(written, workspace.newId("").slice(0, 5))],
    ts: nextTs(workspace, room),
    ...(thread_ts === undefined ? {} : { thread_ts }),
  });
  return { channel: room.channel.id, ts };
}
