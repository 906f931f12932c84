/** Where the effect of a write can be seen. */
export interface Readers {
  /** The params with the ids of conversations, or of people for direct messages. Their members can see the effect. */
  channels?: readonly string[];
  /** The params with the ids of the people who can see the effect, or who get access. */
  people?: readonly string[];
  /** The param with the id of a file, canvas or list. Everybody who has access to it can see the effect. */
  file?: string;
  /** The param with the id of a user group, whose members join the channels of the group. */
  usergroup?: string;
  /** The param that keeps everybody else in the workspace from seeing the effect if it is true. */
  everybodyUnless?: string;
  /** The readers if none of the params above is present. `unknown`: nobody can tell. */
  otherwise?: "workspace" | "yourself" | "unknown" | "internet";
  /** The params with text, and the kind of the text, so that mentions can be found. */
  text?: TextKind;
  /** Whether the effect is a new message, which notifies people in a direct message and in a thread. */
  isMessage?: true;
  /** Whether the people are notified. */
  invites?: true;
}

/**
 * `message`: a text that can have the param `mentions`. `piece`: the same, but the text continues an earlier text.
 * `plain`: a text whose mentions are always plain text. `canvas`: the Markdown of a canvas.
 */
export type TextKind = "message" | "piece" | "plain" | "canvas";

const channel = { channels: ["channel"] } as const satisfies Readers;
const message = { ...channel, text: "message", isMessage: true } as const satisfies Readers;
const piece = { ...channel, text: "piece" } as const satisfies Readers;
const yourself = { none: "Only the token's user can see it." };
const click = { none: "Only the person who clicked sees the modal." };
const removal = { none: "It takes access away, so nobody reads more." };
const workflow = { none: "The workflow that started the step decides who sees the result." };

/**
 * The readers of every action that writes, or the reason why there are none. A test fails if an action is missing here.
 */
export const writeActions: Readonly<Record<string, Readers | { none: string }>> = {
  "bookmarks.create": channel,
  "bookmarks.delete": channel,
  "bookmarks.update": channel,
  "canvas_access.delete": removal,
  "canvas_access.set": { ...channel, people: ["user"], invites: true },
  "canvases.create": { ...channel, otherwise: "yourself", text: "canvas" },
  "canvases.delete": { file: "canvas_id" },
  "canvases.update": { file: "canvas_id", text: "canvas" },
  "channel_invites.create": { ...channel, people: ["users"], invites: true },
  "channel_kicks.create": channel,
  "channel_purposes.create": channel,
  "channel_topics.create": channel,
  "channels.archive": channel,
  "channels.create": {
    people: ["users"],
    everybodyUnless: "is_private",
    otherwise: "yourself",
    invites: true,
  },
  "channels.join": channel,
  "channels.leave": channel,
  "channels.mark": yourself,
  "channels.unarchive": channel,
  "channels.update": channel,
  "dms.close": yourself,
  "dms.open": { none: "The conversation is empty, and nobody is notified." },
  "dnd.end_snooze": { none: "It changes only the notifications of the token's user." },
  "dnd.snooze": { none: "It changes only the notifications of the token's user." },
  "ephemeral_messages.create": { people: ["user"], text: "message" },
  "files.delete": { file: "file" },
  "files.revoke_public": removal,
  "files.share_public": { otherwise: "internet" },
  "files.upload": { ...channel, otherwise: "yourself", text: "plain", isMessage: true },
  "functions.complete_error": workflow,
  "functions.complete_success": workflow,
  "list_access.delete": removal,
  "list_access.set": { ...channel, people: ["user"], invites: true },
  "list_items.create": { file: "list_id" },
  "list_items.delete": { file: "list_id" },
  "list_items.update": { file: "list_id" },
  "lists.create": { otherwise: "yourself" },
  "lists.update": { file: "list_id" },
  "message_streams.append": piece,
  "message_streams.start": message,
  "message_streams.stop": piece,
  "messages.create": message,
  "messages.create_many": { channels: ["channels"], text: "message", isMessage: true },
  "messages.delete": channel,
  "messages.forward": message,
  "messages.me": { ...channel, text: "plain", isMessage: true },
  "messages.unfurl": { ...channel, otherwise: "unknown", text: "plain" },
  "messages.update": { ...channel, text: "message" },
  "pins.create": channel,
  "pins.delete": channel,
  "presence.set": { none: "It shows only whether the token's user is active." },
  "reactions.create": channel,
  "reactions.delete": channel,
  "reminders.complete": yourself,
  "reminders.create": yourself,
  "reminders.delete": yourself,
  "scheduled_messages.create": message,
  "scheduled_messages.delete": { none: "Nobody else can see a scheduled message." },
  "threads.set_status": channel,
  "threads.set_suggested_prompts": channel,
  "threads.set_title": channel,
  "user_profiles.update": { otherwise: "workspace" },
  "usergroup_members.replace": { usergroup: "usergroup", people: ["users"] },
  "usergroups.create": { channels: ["channels", "additional_channels"], otherwise: "workspace" },
  "usergroups.disable": { otherwise: "workspace" },
  "usergroups.enable": { usergroup: "usergroup" },
  "usergroups.update": { channels: ["channels", "additional_channels"], otherwise: "workspace" },
  "views.open": click,
  "views.publish": { people: ["user"] },
  "views.push": click,
  "views.update": { none: "Only the people who have the view open see the change." },
};
