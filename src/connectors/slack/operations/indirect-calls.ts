import type { IndirectCalls } from "../../../core/contract/action-scopes.ts";

const conversations = ["channel", "channels", "additional_channels"];

/**
 * The methods that add names to results, find the ids for names in params, describe dry runs, and find out who can
 * read a write.
 */
export const indirectCalls: IndirectCalls = {
  enrich: [
    "users.info",
    "users.list",
    "bots.info",
    "conversations.info",
    "conversations.list",
    "usergroups.list",
    "auth.test",
  ],
  names: [
    {
      params: ["channel", "channels", "additional_channels", "context_channel_id"],
      text: "#general",
      calls: ["conversations.list"],
    },
    // As a channel, `@ana` means the direct message with Ana.
    { params: ["channel", "channels"], text: "@ana", calls: ["users.list", "conversations.list"] },
    { params: ["user", "users"], text: "@ana", calls: ["users.list"] },
    {
      params: ["channel", "channels", "user", "users"],
      text: "ana@example.com",
      calls: ["users.lookupByEmail"],
    },
    { params: ["usergroup"], text: "@marketing", calls: ["usergroups.list"] },
  ],
  writes: [
    { calls: ["auth.test"] },
    // The readers of a channel: its companies, and for a dry run its guests.
    {
      params: conversations,
      calls: ["conversations.info", "conversations.members", "users.list", "team.info"],
    },
    // A conversation can be a direct message, so its reader is a person.
    { params: [...conversations, "user", "users"], calls: ["users.info"] },
    { params: ["file", "canvas_id", "list_id"], calls: ["files.info", "conversations.info", "users.info"] },
    { params: ["usergroup"], calls: ["usergroups.list", "conversations.info"] },
    // Mentions in a text.
    { params: ["markdown_text", "text", "blocks"], calls: ["users.info", "usergroups.list"] },
  ],
};
