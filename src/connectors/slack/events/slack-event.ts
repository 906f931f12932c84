import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, isDict, show, stringAt } from "../../../core/ground/json.ts";
import { late } from "../../../core/ground/lazy.ts";
import type { SlackReader } from "./event-names.ts";
import type { MessageEvent } from "./event-row.ts";

const messageEventRow = late(async () => (await import("./event-row.ts")).messageEventRow);
const otherRow = late(async () => (await import("./event-row.ts")).otherRow);

/** The tokens of an event or a click, for the option `context` of later calls. */
export interface EventContext {
  readonly slack: Readonly<Partial<Record<keyof typeof tokenPaths, string | undefined>>>;
}

/** An event of Slack in a readable form. */
export interface SlackEvent {
  /** The type of the event, such as `message`, `app_mention` or `reaction_added`. */
  type: string;
  /** The id of the conversation. */
  channel?: string | undefined;
  /** The `ts` of the message. */
  ts?: string | undefined;
  /** The `ts` of the first message of the thread, if the message is a reply. */
  thread_ts?: string | undefined;
  /** The id of the person or bot that caused the event. */
  user?: string | undefined;
  /** The id of the user's workspace. If the event does not contain it, the id of the workspace that sent the event. */
  team?: string | undefined;
  /**
   * A key for a message that a person wrote, and that a bot can answer. Slack can send the same message several times,
   * both as a `message` event and as an `app_mention` event. All of these events have the same key. Undefined for all
   * other events, such as messages of bots, and changed or deleted messages.
   */
  turn?: string | undefined;
  /**
   * The fields that a model should see. For a message: `channel`, and the fields that a tool shows for
   * `channel_messages.list`. If a message was changed or deleted, `change` is `changed` or `deleted`.
   * If its text was changed, `before` is the old text. For other events, `text` describes the event in one line. The
   * texts come from strangers, so a model must treat them as data and not as instructions.
   */
  row: Readonly<Record<string, unknown>>;
  /** The tokens of the event, for the option `context` of a call. Never show these tokens to a model. */
  context: EventContext;
}

/**
 * Converts an event to a readable form. `payload` is the body of an Events API request, a Socket Mode message, the
 * event itself, or the payload of an interaction. Without a connector, people and channels are shown by id. Before
 * you call this function, check the request with `verifySlackSignature`.
 * @throws ConnectorError `invalid_params` if the payload is not an event
 */
export async function slackEvent(
  payload: unknown,
  options: { connector?: SlackReader | undefined } = {},
): Promise<SlackEvent> {
  const unknown = Object.keys(options).find((name) => name !== "connector");
  if (unknown !== undefined)
    throw new ConnectorError(
      "config_error",
      `There is no option ${show(unknown)} in the options of slackEvent.`,
      {
        path: `options.${unknown}`,
        hint: "Options: connector.",
      },
    );
  const { connector } = options;
  const event = eventIn(payload);
  const type = stringAt(event, "type");
  if (type === undefined || type === "")
    throw new ConnectorError("invalid_params", "The payload is not an event of Slack: it has no type.", {
      path: "payload",
      hint: "Pass the parsed body of the request, or its field event.",
    });
  const about = messageIn(type, event);
  const channel = firstText(event, ["channel", "channel.id", "channel_id", "item.channel"]);
  const row = about
    ? await messageEventRow(about, channel, connector)
    : await otherRow(type, event, connector);
  const source = about?.message ?? event;
  return {
    type,
    channel,
    ts: stringAt(source, "ts") ?? firstText(event, ["deleted_ts", "item.ts", "message.ts", "message_ts"]),
    thread_ts: firstText(source, ["thread_ts", "message.thread_ts", "assistant_thread.thread_ts"]),
    user: firstText(source, ["user", "user.id", "bot_id"]) ?? firstText(event, ["user", "user.id"]),
    team: firstText(event, ["user_team", "team", "team.id"]) ?? workspaceIn(payload),
    turn: about && turnOf(about, channel, workspaceIn(payload)),
    row,
    context: { slack: tokensIn(event) },
  };
}

/** Removes the envelopes of the Events API and of Socket Mode. */
function eventIn(payload: unknown): Dict {
  if (!isDict(payload)) return {};
  if (isDict(payload.payload)) return eventIn(payload.payload);
  return isDict(payload.event) ? payload.event : payload;
}

/**
 * Returns the id of the workspace from the envelope of an event. Without an envelope, returns the id of the author's
 * workspace.
 */
function workspaceIn(payload: unknown): string | undefined {
  if (!isDict(payload)) return undefined;
  if (isDict(payload.payload)) return workspaceIn(payload.payload);
  return firstText(payload, ["team_id", "team"]);
}

/** The subtypes of messages that a person can write. */
const writtenByPeople: ReadonlySet<unknown> = new Set([
  undefined,
  "file_share",
  "me_message",
  "thread_broadcast",
]);

function turnOf(
  { message, change }: MessageEvent,
  channel: string | undefined,
  team = "",
): string | undefined {
  const { ts, user, subtype, bot_id } = message;
  if (change || channel === undefined || typeof ts !== "string" || typeof user !== "string") return undefined;
  if (user === "USLACKBOT" || (bot_id !== undefined && bot_id !== null)) return undefined;
  return writtenByPeople.has(subtype) ? [team, channel, ts].join(" ") : undefined;
}

/** Returns the message that an event is about. Returns undefined for other events. */
function messageIn(type: string, event: Dict): MessageEvent | undefined {
  if (type !== "message" && type !== "app_mention") return undefined;
  const { subtype, message, previous_message: previous } = event;
  const before = isDict(previous) ? previous : undefined;
  if (subtype === "message_deleted")
    return { message: before ?? { ts: event.deleted_ts }, change: "deleted" };
  if (!isDict(message)) return { message: event };
  return subtype === "message_changed" ? { message, change: "changed", before } : { message };
}

function firstText(event: Dict, paths: readonly string[]): string | undefined {
  return paths.map((path) => stringAt(event, path)).find((text) => text !== undefined && text !== "");
}

/** The paths at which an event can contain an event token, by the name of the token. */
const tokenPaths = {
  action_token: ["action_token", "assistant_thread.action_token"],
  trigger_id: ["trigger_id"],
  interactivity_pointer: ["interactivity.interactivity_pointer"],
} as const;

const tokensIn = (event: Dict): EventContext["slack"] =>
  Object.fromEntries(
    Object.entries(tokenPaths).flatMap(([name, paths]) => {
      const token = firstText(event, paths);
      return token === undefined ? [] : [[name, token]];
    }),
  );
