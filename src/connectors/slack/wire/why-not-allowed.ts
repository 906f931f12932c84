/**
 * For error codes with which Slack refuses what somebody may not do: the reason, and who can do it. A key with a method
 * and a code applies only to this method. The reasons come from the pages of the methods.
 * https://docs.slack.dev/reference/methods
 */
export const whyNotAllowed: Readonly<Record<string, string>> = {
  cant_delete_message:
    "the token's user is not the author of the message, or the message is a notice of Slack. A bot can delete only its own messages, and a person only theirs. Workspace admins can delete the messages of others.",
  cant_update_message:
    "the token's user is not the author of the message, or the message is a notice of Slack. Only its author can change a message. Reply to it instead.",
  edit_window_closed:
    "the message is older than the workspace allows for edits. Post a correction as a reply instead.",
  cant_delete_file: "the token's user did not upload the file. The uploader or an admin can delete it.",
  ekm_access_denied: "the admins have disabled messages in this channel.",
  channel_is_limited_access: "the channel belongs to Salesforce records that the token's user cannot open.",
  restricted_action:
    "a setting of the workspace or the channel reserves this for some people, such as admins.",
  restricted_action_read_only_channel: "the channel is read-only. Choose another channel.",
  restricted_action_thread_only_channel:
    "in this channel, people can only reply. Pass the thread_ts of a message.",
  restricted_action_non_threadable_channel: "this channel has no threads. Leave out thread_ts.",
  restricted_action_thread_locked: "an admin has locked the thread.",
  thread_locked: "an admin has locked the thread, so nobody can react in it.",
  cant_archive_general: "nobody can archive the general channel of the workspace.",
  cant_archive_required: "the admins require this channel, so nobody can archive it.",
  cant_kick_from_general: "nobody can be removed from the general channel of the workspace.",
  cant_leave_general: "nobody can leave the general channel of the workspace.",
  last_member: "the last member of a private channel cannot leave it. Invite somebody first, or archive it.",
  user_is_restricted: "the token's user is a guest, or this is reserved for some people.",
  "conversations.invite user_is_restricted": "an invited person is a guest who may not join this channel.",
  user_disabled: "one of the people is deactivated.",
  no_external_invite_permission: "the token's user may not invite people of another company.",
  not_admin: "only an admin can change the profile of somebody else.",
  cannot_add_others: "guests cannot set reminders for others.",
  cannot_complete_others: "only the person who has the reminder can complete it.",
};
