import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";

// Frozen: an upgrade must not give an agent a new power. Only a breaking version (docs/stability.md) adds a name to `everyday`, or
// removes a name from `onlyByName`.

const sets: Record<"slack" | "amazon-ads", { everyday: string[]; onlyByName: string[] }> = {
  slack: {
    everyday: [
      "channels: list get create update archive unarchive join mark",
      "channel_messages: list latest",
      "unread_messages: list",
      "channel_members: list",
      "channel_topics: create",
      "channel_purposes: create",
      "threads: list",
      "messages: get create create_many forward update delete permalink",
      "ephemeral_messages: create",
      "scheduled_messages: list create delete",
      "dms: list open",
      "users: list get conversations lookup_by_email",
      "user_profiles: get",
      "usergroups: list",
      "usergroup_members: list",
      "search: messages files everything context capabilities",
      "reactions: list get create delete",
      "files: list get download upload delete",
      "canvases: list read sections create update",
      "pins: list create delete",
      "bookmarks: list create update delete",
      "reminders: list get create delete complete",
      "presence: get set",
      "dnd: get snooze end_snooze",
      "emoji: list",
      "team: get",
      "auth: test",
    ],
    onlyByName: [
      "api: test",
      "blocks: validate",
      "functions: complete_error complete_success",
      "message_streams: append start stop",
      "messages: unfurl",
      "threads: set_status set_suggested_prompts set_title",
      "views: open publish push update",
      "canvas_access: delete set",
      "channel_invites: create",
      "channel_kicks: create",
      "files: revoke_public share_public",
      "list_access: delete set",
      "user_profiles: update",
      "usergroup_members: replace",
      "usergroups: create disable enable update",
    ],
  },
  "amazon-ads": {
    everyday: [
      "profiles: list get",
      "sponsored_product_campaigns: list get create update archive change_by_percent copy budget_usage budget_recommendations initial_budget_recommendation recommendations",
      "reports: run run_profiles types create get download",
      "sponsored_product_ad_groups: list get create update archive change_by_percent",
      "sponsored_product_keywords: list get create update archive change_by_percent keyword_groups keyword_recommendations",
      "sponsored_product_product_ads: list get create update archive",
      "sponsored_product_targets: list get create update archive change_by_percent bid_recommendations",
      "sponsored_product_negative_keywords: list create update archive",
      "sponsored_product_negative_targets: list create update archive",
      "sponsored_product_campaign_negative_keywords: list create update archive",
      "portfolios: list get create update budget_usage",
      "sponsored_brands_campaigns: list update change_by_percent budget_usage",
      "sponsored_brands_ad_groups: list update",
      "sponsored_brands_ads: list update",
      "sb_keywords: list update change_by_percent bid_recommendations",
      "sb_negative_keywords: list create archive",
      "sb_targets: list update change_by_percent",
      "sd_campaigns: list update change_by_percent budget_usage",
      "sd_ad_groups: list update change_by_percent",
      "sd_product_ads: list update",
      "sd_targets: list update change_by_percent bid_recommendations",
      "sd_negative_targets: list create archive",
      "product_metadata: query",
      "budgets: pacing",
      "change_history: query",
    ],
    onlyByName: [],
  },
};

const connectors = {
  slack: { Connector: SlackConnector, auth: { api_token: "xoxb-1" } },
  "amazon-ads": {
    Connector: AmazonAdsConnector,
    auth: { client_id: "c", client_secret: "s", refresh_token: "r" },
  },
};

const namesIn = (lines: readonly string[]) =>
  lines.flatMap((line) => {
    const [entity, actions] = line.split(": ") as [string, string];
    return actions.split(" ").map((action) => `${entity}.${action}`);
  });

describe.each(["slack", "amazon-ads"] as const)("%s", (name) => {
  const { Connector, auth } = connectors[name];
  const everyday = namesIn(sets[name].everyday);
  const onlyByName = namesIn(sets[name].onlyByName);

  test("the frozen sets name existing actions, and each action once", async () => {
    const file = await Connector.compiled();
    // The order only decides which actions a short description shows first.
    expect([file.everyday?.toSorted(), file.onlyByName ?? []]).toEqual([everyday.toSorted(), onlyByName]);
    const all = new Set(
      Object.entries(file.actions).flatMap(([entity, of]) =>
        Object.keys(of).map((action) => `${entity}.${action}`),
      ),
    );
    expect([...everyday, ...onlyByName].filter((one) => !all.has(one))).toEqual([]);
    expect(new Set([...everyday, ...onlyByName]).size).toBe(everyday.length + onlyByName.length);
  });

  test("a tool with all effects offers exactly the everyday actions", async () => {
    const connector = new Connector({ auth } as never);
    const effects = ["read", "write", "spend", "destructive"] as const;
    const offered = async (options: object) => {
      const tool = await connector.tool({ effects, outputBudget: 200_000, ...options });
      const { text } = await tool.call({ entity: "connector", action: "describe" });
      const { connector: _permissions, ...entities } = JSON.parse(text) as Record<string, object>;
      return Object.entries(entities).flatMap(([entity, of]) =>
        Object.keys(of).map((action) => `${entity}.${action}`),
      );
    };
    expect((await offered({})).toSorted()).toEqual(everyday.toSorted());
    const whole = await offered({ actions: "all" });
    expect(whole).toEqual(expect.arrayContaining(everyday));
    expect(whole.filter((one) => onlyByName.includes(one))).toEqual([]);
  });
});
