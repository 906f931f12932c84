import type { Fields } from "../fields.ts";
import { ACTION_TOKEN } from "../methods/assistant-search.ts";
import { messageRecord } from "../records/message.ts";
import type { ChannelKind, Message, MessageChange, User } from "../types.ts";
import { type Room, type Workspace, nextTs } from "../workspace.ts";

const CHANNEL_TYPES: Readonly<Record<ChannelKind, string>> = {
  public_channel: "channel",
  private_channel: "group",
  mpim: "mpim",
  im: "im",
};

/** The subtypes of messages in which a mention of the app causes an event. */
const WRITTEN: ReadonlySet<string | undefined> = new Set([
  undefined,
  "bot_message",
  "file_share",
  "me_message",
  "thread_broadcast",
]);

/**
 * Returns the events that the app gets for a change of a message. A message that mentions the app in a channel causes
 * two events: `message` and `app_mention`. The app gets no events of conversations in which it is not a member.
 * https://docs.slack.dev/reference/events/app_mention, https://docs.slack.dev/reference/events/message
 */
export function messageEvents(
  workspace: Workspace,
  app: User,
  room: Room,
  change: MessageChange,
): readonly Fields[] {
  if (!room.channel.members.includes(app.id)) return [];
  const place = { channel: room.channel.id, channel_type: CHANNEL_TYPES[room.channel.kind] };
  if (change.kind !== "added") return [{ ...place, ...changeFields(workspace, room, change) }];
  const { message } = change;
  const record = messageRecord(workspace, room, message, { metadata: true });
  // Slack adds the action token only for apps that use Slack's features for agents.
  const written: Fields = { ...record, event_ts: message.ts, action_token: ACTION_TOKEN };
  const { subtype: _subtype, ...mention } = written;
  return [
    { ...written, ...place },
    ...(mentions(message, app) && room.channel.kind !== "im"
      ? [{ ...mention, type: "app_mention", channel: room.channel.id }]
      : []),
  ];
}

const mentions = ({ text, subtype }: Message, { id }: User): boolean =>
  WRITTEN.has(subtype) && (text.includes(`<@${id}>`) || text.includes(`<@${id}|`));

/** Returns the fields of the event for a changed or deleted message. The change has its own `ts`. */
function changeFields(
  workspace: Workspace,
  room: Room,
  change: Exclude<MessageChange, { kind: "added" }>,
): Fields {
  const ts = nextTs(workspace, room);
  const about =
    change.kind === "changed"
      ? { subtype: "message_changed", message: messageRecord(workspace, room, change.message) }
      : { subtype: "message_deleted", deleted_ts: change.previous.ts };
  return { type: "message", ...about, previous_message: change.previous, hidden: true, ts, event_ts: ts };
}

/**
 * Returns the body of a request with an event. Every event has its own id, so the two events of one mention have
 * different ids. https://docs.slack.dev/apis/events-api
 */
export function eventPayload(workspace: Workspace, app: User, event: Fields): Fields & { event_id: string } {
  const { team, enterprise } = workspace;
  const event_id = workspace.newId("Ev");
  return {
    token: "sandbox-verification-token",
    team_id: team.id,
    context_team_id: team.id,
    context_enterprise_id: enterprise?.id ?? null,
    api_app_id: app.app_id,
    event,
    type: "event_callback",
    event_id,
    event_time: workspace.seconds(),
    authorizations: [
      {
        enterprise_id: enterprise?.id ?? null,
        team_id: enterprise ? null : team.id,
        user_id: app.id,
        is_bot: true,
        is_enterprise_install: enterprise !== undefined,
      },
    ],
    is_ext_shared_channel: false,
    event_context: `1-${String(event["type"])}-${team.id}-${String(event["channel"])}`,
  };
}
