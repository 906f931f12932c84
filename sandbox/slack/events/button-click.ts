import { show } from "../../../src/core/ground/json.ts";
import { optionError, optionTypes, readOptions } from "../../../src/core/ground/read-options.ts";
import { required } from "../../options.ts";
import type { Fields } from "../fields.ts";
import { newTrigger } from "../interactions.ts";
import { messageRecord } from "../records/message.ts";
import type { Message, User } from "../types.ts";
import { type Workspace, findMessage, nextTs } from "../workspace.ts";
import { findMember } from "./find-member.ts";

/** A click of a person on a button of a message. */
export interface ButtonClick {
  /** The name or the id of the channel, or the id of a direct message. */
  channel: string;
  /** The `ts` of the message. */
  ts: string;
  /** The name, the handle or the id of the person. */
  from: string;
  /** The text or the `action_id` of the button. */
  button: string;
}

const known = {
  channel: required(optionTypes.string),
  ts: required(optionTypes.string),
  from: required(optionTypes.string),
  button: required(optionTypes.string),
};

/**
 * Returns the payload that the app gets for a click, without `response_url`.
 * https://docs.slack.dev/reference/interaction-payloads/block_actions-payload
 * @throws ConnectorError `config_error` if there is no such button in a message of the app
 */
export function clickPayload(workspace: Workspace, app: User, given: ButtonClick): Fields {
  readOptions(given, known, "click", "click.");
  const { room, user } = findMember(workspace, given, "click");
  const message = findMessage(room, given.ts);
  if (!message) throw optionError("click.ts", `The channel has no message with the ts ${show(given.ts)}.`);
  if (message["app_id"] !== app.app_id)
    throw optionError("click.ts", "The app gets only clicks on its own messages.");
  const { id, domain } = workspace.team;
  return {
    type: "block_actions",
    user: { id: user.id, username: user.name, name: user.name, team_id: id },
    api_app_id: app.app_id,
    token: "sandbox-verification-token",
    container: { type: "message", message_ts: message.ts, channel_id: room.channel.id, is_ephemeral: false },
    trigger_id: newTrigger(workspace),
    team: { id, domain },
    enterprise: workspace.enterprise ?? null,
    is_enterprise_install: workspace.enterprise !== undefined,
    channel: { id: room.channel.id, name: room.channel.name || "directmessage" },
    message: messageRecord(workspace, room, message),
    state: { values: {} },
    actions: [{ ...findButton(message, given.button), action_ts: nextTs(workspace, room) }],
  };
}

function findButton({ blocks = [] }: Message, wanted: string): Fields {
  const buttons = blocks.flatMap((block) =>
    [...((block["elements"] ?? []) as Fields[]), block["accessory"] as Fields | undefined]
      .filter((element) => element?.["type"] === "button")
      .map((element) => ({ ...element, block_id: block["block_id"] ?? "sandbox" }) as Fields),
  );
  const textOf = (button: Fields) => String((button["text"] as Fields)["text"]);
  const found = buttons.filter((button) => button["action_id"] === wanted || textOf(button) === wanted);
  if (found.length === 1) return found[0]!;
  throw optionError(
    "click.button",
    `The message has ${found.length === 0 ? "no button" : "several buttons"} ${show(wanted)}.`,
    buttons.length === 0
      ? "The message has no buttons."
      : `The buttons are: ${buttons.map(textOf).join(", ")}.`,
  );
}
