import type { IndirectCalls } from "../../../core/contract/action-scopes.ts";

/** The methods that add names to results, find the ids for names in params, and describe dry runs. */
export const indirectCalls: IndirectCalls = {
  enrich: ["users.info", "users.list", "bots.info", "conversations.info", "usergroups.list", "auth.test"],
  names: [
    {
      params: ["channel", "channels", "additional_channels", "context_channel_id"],
      text: "#general",
      calls: ["conversations.list"],
    },
    // As a channel, `@ana` means the direct message with Ana.
    { params: ["channel"], text: "@ana", calls: ["users.list", "conversations.list"] },
    { params: ["user", "users"], text: "@ana", calls: ["users.list"] },
    { params: ["channel", "user", "users"], text: "ana@example.com", calls: ["users.lookupByEmail"] },
    { params: ["usergroup"], text: "@marketing", calls: ["usergroups.list"] },
  ],
  dryRun: [
    { calls: ["auth.test"] },
    { params: ["channel"], calls: ["conversations.info"] },
    { params: ["user", "users"], calls: ["users.info"] },
    { params: ["channel"], text: "@ana", calls: ["users.info"] },
  ],
};
