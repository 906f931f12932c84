import type { AskedJob } from "../../../core/contract/search.ts";

/** What people ask for, but Slack offers nobody by its API, or only to administrators of an organization. */
export const missing: readonly AskedJob[] = [
  {
    asked: [
      "call|huddle|video_call|phone_call|voice",
      "start|join|begin call|huddle|video|zoom",
      "ring person",
      "record|transcribe call|huddle|meeting",
      "share screen",
    ],
    says: "Not available: calls and huddles. Slack's API can neither start nor join them. A link to a meeting can be posted with messages.create.",
  },
  {
    asked: ["draft|drafts", "save|list|delete draft message", "unfinished messages"],
    says: "Not available: drafts. Slack's API can neither list nor write the drafts of a person. scheduled_messages.create writes a message that is posted later and can be cancelled until then. With dry_run: true, messages.create shows a message without posting it.",
  },
  {
    asked: [
      "save_for_later|saved_for_later|saved_items|save_message|saved_messages",
      "save message|post|this for_later",
      "what did I save for_later",
      "bookmark|save message|post for myself",
      "my saved messages|items|posts",
    ],
    says: "Not available: the list Later, with the messages that a person has saved. Slack's API can neither read it nor add to it. reminders.create reminds the person at a time, with the link to the message in its text. stars.list shows what was saved before Slack replaced stars by Later. bookmarks adds links to the top of a channel, for all its members.",
  },
  {
    asked: [
      "upload|add|create|make|new|register own|custom|new emoji|emojis",
      "upload emoji",
      "delete|rename custom emoji from workspace",
      "turn picture|logo|photo into emoji",
    ],
    says: "Not available: adding, renaming and deleting custom emoji. Only administrators of an Enterprise organization can do this by API. emoji.list lists them.",
  },
  {
    asked: [
      "deactivate|disable|suspend|delete|remove|close|block|lock user account|person|employee from workspace|slack|company",
      "deactivate|delete|close|disable|remove account of person|user|someone|employee|who_left",
      "fire|offboard employee|person|someone",
      "remove|delete person|user|member|someone from workspace|slack|company|organisation",
      "reactivate user account",
    ],
    says: "Not available: deactivating accounts. An administrator does this in Slack. channel_kicks.create removes a person from one channel.",
  },
  {
    asked: [
      "invite|add person|people|colleague|user|member workspace|slack|company|organisation",
      "new colleague|employee workspace|slack|account",
      "create|add new user|account|member",
      "sign_up new user|employee",
      "invite guest|contractor by email to slack|workspace",
      "approve invitation|request to join workspace",
    ],
    says: "Not available: inviting people to the workspace. An administrator does this in Slack. channel_invites.create invites members of the workspace to a channel.",
  },
  {
    asked: [
      "make|give person admin|owner|rights|role",
      "admin|owner rights|role|permissions for person|user",
      "change|promote|demote role of user to admin|guest",
      "reset|change password",
      "two_factor|2fa|sso|saml|single_sign_on",
      "log|sign person|user|everyone|me out of all devices|sessions",
    ],
    says: "Not available: roles, passwords and sign-in. An administrator manages them in Slack.",
  },
  {
    asked: [
      "install|uninstall|add|remove|approve|update app|integration|plugin|bot from|to marketplace|workspace|directory|app_directory|slack",
      "install|uninstall app",
      "which|what apps|integrations are installed",
      "connect google_drive|jira|github|calendar|salesforce|trello",
      "create|register slack app|webhook|slash_command",
    ],
    says: "Not available: installing and managing apps. A person does this in Slack's settings.",
  },
  {
    asked: [
      "connect|share channel with|to another|other|external|partner|different company|organisation|workspace",
      "slack_connect",
      "invite|add|let client|customer|partner|vendor|someone outside|external|another|other company|organisation to|into channel",
      "shared channel with outside company|partner|client",
    ],
    says: "Not available: Slack Connect, which shares channels with other organizations. A person sends such invitations in Slack.",
  },
  {
    asked: [
      "pay|settle invoice|bill",
      "billing|invoice|invoices|subscription|receipt|payment|credit_card|refund",
      "upgrade|downgrade|change|cancel slack plan|subscription",
      "how_much does|do_we_pay slack cost|pay for",
      "buy|add seats|licenses",
      "price of slack",
    ],
    says: "Not available: plans, invoices and payments. The owner of the workspace manages them in Slack.",
  },
  {
    asked: [
      "workflow|workflow_builder|automation",
      "create|build|start|run|trigger workflow|automation",
      "automate|auto_reply|autoresponder|automatic_reply message|when",
      "create|add form|survey",
    ],
    says: "Not available: creating and starting workflows. A person builds them in Workflow Builder. The actions of `functions` end a step that your own app offers.",
  },
  {
    asked: ["poll|survey|quiz|vote", "create|make|start|run poll|survey|vote", "ask team to vote on"],
    says: "Not available: polls. Slack has none of its own. A message (messages.create) with one emoji per answer (reactions.create) does the same, and reactions.get counts.",
  },
  {
    asked: [
      "make|convert|turn|change channel private|public",
      "convert|turn public|private channel into|to private|public",
      "make room private|public",
    ],
    says: "Not available: changing a public channel to a private one, or back. A person does this in the channel's settings. channels.create with is_private creates a private channel.",
  },
  {
    asked: [
      "delete channel permanently|for_good|forever|completely|with_all_messages",
      "merge channels",
      "move channel to other workspace",
    ],
    says: "Not available: deleting or merging channels. channels.archive closes a channel.",
  },
  {
    asked: [
      "mute|unmute|silence channel|conversation|room|thread",
      "change|set notification|sound settings|preferences|sound|keywords",
      "notify me only when mentioned",
      "turn_off sound|sounds|email_notifications",
      "notification preferences",
    ],
    says: "Not available: muting a channel, and settings of notifications. They belong to the person's own client. dnd.snooze mutes all notifications for some time.",
  },
  {
    asked: [
      "change|set|upload|update workspace|team|company name|icon|logo|url|domain|theme",
      "rename workspace",
      "change theme|dark_mode|light_mode|language|font|sidebar|colors",
      "dark_mode",
    ],
    says: "Not available: settings of the workspace and of a person's client.",
  },
  {
    asked: ["change|set|upload|replace my profile picture|photo|avatar", "new avatar|profile_picture"],
    says: "Not available: changing the profile picture. user_profiles.update changes the texts and the status.",
  },
  {
    asked: [
      "analytics|usage_statistics|usage_report",
      "usage|activity statistics|analytics|stats of workspace|channel|members",
      "who is most active|talkative",
      "how_many messages were sent this_month",
      "audit|access logs|log",
      "who logged_in when|from_where",
    ],
    says: "Not available: statistics and logs of the workspace. Administrators see them in Slack.",
  },
  {
    asked: [
      "export|back_up|backup|download all|whole|entire|complete workspace|slack|data|messages|history|conversations",
      "retention|legal_hold|e_discovery|data_loss",
      "how_long messages are kept",
    ],
    says: "Not available: exports of the workspace and rules about how long data is kept. Owners manage them in Slack. channel_messages.list reads one channel.",
  },
  {
    asked: [
      "recover|restore|undelete|bring_back|get_back deleted|removed message|file|canvas|picture",
      "see|read deleted|old_version|edited messages|version",
      "who deleted|edited message",
      "undo delete message|file",
    ],
    says: "Not available: restoring what was deleted, and older versions of messages. Slack keeps none for apps.",
  },
  {
    asked: [
      "who read|seen|saw|opened message|post|announcement",
      "has everyone|everybody|anybody read|seen message|post|announcement",
      "read_receipt|read_receipts|seen_by",
      "did person|boss|he|she read|see|open my message|post|it",
    ],
    says: "Not available: who has read a message. Slack does not record it. reactions.get and threads.list show who reacted or replied.",
  },
  {
    asked: [
      "block|report|ignore|ban user|person|colleague|spammer",
      "block|stop|hide person from writing|messaging|contacting me",
      "report harassment|abuse|spam",
    ],
    says: "Not available: blocking or reporting people. An administrator can help.",
  },
  {
    asked: [
      "read|see|open|spy other|someone_elses|his|her|their private|direct_messages|dms|messages",
      "what do others write|say to_each_other",
      "log_in|sign_in|post|act as someone|other|another user|person",
    ],
    says: "Not available: reading or writing as another person. The token sees only its own user's conversations.",
  },
  {
    asked: [
      "calendar|appointment|meeting_room",
      "book|schedule|plan|move|cancel meeting|appointment|meeting_room|call",
      "add|show|list calendar event|events|entry",
      "when am I free|busy",
      "who is free at|for meeting",
    ],
    says: "Not available: calendars and meetings. They belong to another service.",
  },
  {
    asked: [
      "send|write|forward|answer email|emails|mail",
      "send sms|fax|whatsapp",
      "translate message|channel|conversation",
      "order|buy pizza|lunch|food|office_supplies",
      "book flight|hotel|taxi|trip",
      "weather|forecast",
      "generate|draw|make image|picture|logo with ai",
      "print document",
    ],
    says: "Not available: this is not a task of Slack.",
  },
  {
    asked: [
      "create|move|order|rename|delete sidebar|channel section|folder",
      "star|unstar|favorite channel|message",
      "sort|group channels in sidebar",
      "custom section",
    ],
    says: "Not available: sections and stars of the sidebar. Slack's API has no access to them.",
  },
  {
    asked: [
      "record|send|post voice|audio|video|clip message|note",
      "voice_message|video_clip|audio_clip|voice_note",
    ],
    says: "Not available: recording clips. files.upload uploads a finished recording.",
  },
  {
    asked: [
      "restrict|limit|only who|admins can|may post|write in channel",
      "posting permissions channel",
      "read_only channel",
      "lock channel|thread",
      "close|lock comments|thread",
    ],
    says: "Not available: rules about who can post in a channel. A person sets them in the channel's settings.",
  },
];
