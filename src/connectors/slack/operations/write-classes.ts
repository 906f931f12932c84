import type { Operation, Repeatable } from "../../../core/contract/wire/operation.ts";

/** The next step of the connector if the response to a write is lost. */
export type WriteClass =
  /** Sends the write again. A second equal request changes nothing. */
  | ({ readonly class: "repeatable" } & Omit<Repeatable, "source">)
  /** Finds out with read requests whether the write was done. */
  | { readonly class: "looked up"; readonly reason: string }
  /** Reports an unknown outcome. */
  | { readonly class: "once"; readonly reason: string };

const either =
  "The first request has put the item into the new state. A second request gets one of the codes in `already`.";
const gone = "A second request finds nothing to delete.";
const last =
  "The method sets a value that belongs to the token's user or app. A second request sets the same value.";

const newerLevel = "A second request could replace a newer level that somebody else has set.";

const repeatable = (reason: string, more: Pick<Repeatable, "done" | "single"> = {}): WriteClass => ({
  class: "repeatable",
  reason,
  ...more,
});
const lookedUp = (reason: string): WriteClass => ({ class: "looked up", reason });
const once = (reason: string): WriteClass => ({ class: "once", reason });

/**
 * The class of every write. A write is not repeatable if a second request could overwrite a newer change by somebody
 * else. The error codes in a reason come from the page of the method.
 */
export const writeClasses: Readonly<Record<string, WriteClass>> = {
  "assistant.threads.setStatus": repeatable(last),
  "assistant.threads.setSuggestedPrompts": repeatable(last),
  "assistant.threads.setTitle": repeatable(last),
  "bookmarks.add": lookedUp("A second request adds a second bookmark."),
  "bookmarks.edit": lookedUp("A second request could replace a newer change by somebody else."),
  "bookmarks.remove": repeatable(gone, { done: ["not_found"] }),
  "bytes.upload": repeatable("Nobody sees the bytes until the upload is completed."),
  "canvases.access.delete": once(newerLevel),
  "canvases.access.set": once(newerLevel),
  "canvases.create": lookedUp(
    "A second request creates a second canvas. The first canvas is found by its title, creator, time and text.",
  ),
  "canvases.delete": repeatable(gone, { done: ["canvas_not_found", "canvas_deleted"] }),
  "canvases.edit": lookedUp(
    "A second request inserts the text again, or replaces newer text by somebody else. Only a new title can be recognized: an inserted text could be an older one.",
  ),
  "chat.appendStream": once(
    "A second request adds the text again. The end of the message could be an equal text that was added before.",
  ),
  "chat.delete": repeatable(gone, { done: ["message_not_found"] }),
  "chat.deleteScheduledMessage": lookedUp(
    "A second request finds nothing to cancel. Its code does not say whether the message was cancelled or posted. A message that is no longer listed before its time was cancelled.",
  ),
  "chat.meMessage": once("The message has no metadata, so it cannot be distinguished from an equal message."),
  "chat.postEphemeral": once("No method lists ephemeral messages."),
  "chat.postMessage": lookedUp(
    "A second request posts the message again. The first message is found by its metadata.",
  ),
  "chat.scheduleMessage": lookedUp("A second request schedules the message again."),
  "chat.startStream": once(
    "A second request starts a second message. The first message has no metadata that distinguishes it from other messages of the app.",
  ),
  "chat.stopStream": once(
    "A second request is refused, but the stream could also have ended before the first request.",
  ),
  "chat.unfurl": once("A second request could ask the person to sign in again."),
  "chat.update": repeatable(
    "Only the app itself can change its message. A second request sets the same content.",
  ),
  "conversations.archive": repeatable(either),
  "conversations.close": repeatable(either),
  "conversations.create": lookedUp(
    "A second request gets name_taken, even if the first request created the channel.",
  ),
  "conversations.invite": repeatable(
    "With one person, a second request gets already_in_channel. With several people, Slack refuses the second request if the first request has invited some of them.",
    { single: "users" },
  ),
  "conversations.join": repeatable(either),
  "conversations.kick": repeatable(gone, { done: ["not_in_channel"] }),
  "conversations.leave": repeatable(either),
  "conversations.mark": repeatable(last),
  "conversations.open": repeatable(either),
  "conversations.rename": lookedUp("A second request could replace a newer name."),
  "conversations.setPurpose": lookedUp(
    "A second request could post a second notice, or replace a newer purpose.",
  ),
  "conversations.setTopic": lookedUp(
    "A second request could post a second notice, or replace a newer topic.",
  ),
  "conversations.unarchive": repeatable(either),
  "dnd.endSnooze": repeatable(either),
  "dnd.setSnooze": repeatable(last),
  "files.completeUploadExternal": lookedUp(
    "A second request gets file_not_found, because the upload is used up.",
  ),
  "files.delete": repeatable(gone),
  "files.getUploadURLExternal": repeatable("An upload address that nobody uses has no effect."),
  "files.revokePublicURL": repeatable("A second request does not change the public address again."),
  "files.sharedPublicURL": repeatable("A second request does not change the public address again."),
  "functions.completeError": once(
    "A second request is refused, but the step could also have run out of time.",
  ),
  "functions.completeSuccess": once(
    "A second request is refused, but the step could also have run out of time.",
  ),
  "pins.add": repeatable(either),
  "pins.remove": repeatable(either),
  "reactions.add": repeatable(either),
  "reactions.remove": repeatable(either),
  "reminders.add": once(
    "A reminder does not show when it was added, so it cannot be distinguished from an equal reminder.",
  ),
  "reminders.complete": repeatable("A second request completes nothing."),
  "reminders.delete": repeatable(gone, { done: ["not_found"] }),
  "slackLists.access.delete": once(newerLevel),
  "slackLists.access.set": once(newerLevel),
  "slackLists.create": lookedUp(
    "A second request creates a second list. The first list is found by its name, creator, time and columns.",
  ),
  "slackLists.items.create": lookedUp(
    "A second request adds a second item. The first item is found by its cells, creator and time.",
  ),
  "slackLists.items.delete": repeatable(gone, { done: ["record_not_found"] }),
  "slackLists.items.deleteMultiple": repeatable(gone),
  "slackLists.items.update": lookedUp("A second request could replace a newer value by somebody else."),
  "slackLists.update": lookedUp(
    "A second request could replace a newer name by somebody else. Slack shows the new name, but not a new description.",
  ),
  "usergroups.create": lookedUp(
    "A second request gets name_already_exists, even if the first request created the group.",
  ),
  "usergroups.disable": repeatable(either),
  "usergroups.enable": repeatable(either),
  "usergroups.update": lookedUp("A second request could replace a newer change by somebody else."),
  "usergroups.users.update": lookedUp(
    "A second request could remove a member whom somebody else has added meanwhile.",
  ),
  "users.profile.set": repeatable(last),
  "users.setPresence": repeatable(last),
  "views.open": once("A trigger_id works only once, and no method lists the open views."),
  "views.publish": repeatable(last),
  "views.push": once("A trigger_id works only once, and no method lists the open views."),
  "views.update": once("With a hash, a second request is refused, even if the first request was done."),
};

/** Returns undefined for a read, and for a write of another class. */
export function repeatableOf(method: string, { docs }: Pick<Operation, "docs">): Repeatable | undefined {
  const found = Object.hasOwn(writeClasses, method) ? writeClasses[method] : undefined;
  if (found?.class !== "repeatable") return undefined;
  const { class: _class, ...repeatable } = found;
  return { ...repeatable, source: docs };
}
