import { describe, expect, test } from "vitest";
import { action, defineConnector } from "../../../src/index.ts";
import type { ConnectFlow } from "../../../src/toolkit.ts";
import { AmazonAdsConnector } from "../../../src/connectors/amazon-ads/index.ts";
import { SlackConnector } from "../../../src/connectors/slack/index.ts";

describe("the scopes of chosen actions", () => {
  test.each<[string, object, object]>([
    ["one action", { include: ["reactions.create"] }, { bot: expect.arrayContaining(["reactions:write"]) }],
    [
      "every kind of conversation, each with its narrowest scope",
      { include: ["channel_topics.create"], tokens: ["user"] },
      {
        user: expect.arrayContaining([
          "channels:write.topic",
          "groups:write.topic",
          "im:write.topic",
          "mpim:write.topic",
        ]),
      },
    ],
    [
      "both tokens",
      { include: ["emoji.list"], tokens: ["bot", "user"] },
      { bot: expect.arrayContaining(["emoji:read"]), user: expect.arrayContaining(["emoji:read"]) },
    ],
  ])("%s", async (_name, choice, scopes) => {
    expect(await SlackConnector.scopes(choice)).toEqual(scopes);
  });

  test("a topic needs no broader scope", async () => {
    const { user } = await SlackConnector.scopes({ include: ["channel_topics.create"], tokens: ["user"] });
    expect(user).not.toContain("channels:write");
    expect(user).not.toContain("groups:write");
  });

  test("fewer actions need fewer scopes", async () => {
    const { bot: all } = await SlackConnector.scopes();
    const { bot: reads } = await SlackConnector.scopes({ effects: ["read"] });
    const { bot: without } = await SlackConnector.scopes({ effects: ["read"], exclude: ["reactions"] });
    expect(all).toEqual(expect.arrayContaining(reads!));
    expect(reads!.filter((scope) => /:write|:manage/.test(scope))).toEqual([]);
    expect(all!.filter((scope) => /:write|:manage/.test(scope)).length).toBeGreaterThan(5);
    expect(reads!.filter((scope) => !without!.includes(scope))).toEqual(["reactions:read"]);
  });

  test("the everyday actions need fewer scopes than all actions, and powers over others are asked for only by name", async () => {
    const scopes = async (choice: object = {}) => (await SlackConnector.scopes(choice)).bot!;
    const [everyday, all] = [await scopes(), await scopes({ actions: "all" })];
    expect(await scopes({ include: ["everyday"] })).toEqual(everyday);
    expect(all).toEqual(expect.arrayContaining(everyday));
    expect(everyday).not.toContain("lists:write");
    expect(all).toContain("lists:write");
    for (const list of [everyday, all, await scopes({ include: ["usergroups"] })])
      expect(list).not.toContain("usergroups:write");
    expect(await scopes({ include: ["everyday", "usergroup_members.replace"] })).toContain(
      "usergroups:write",
    );
  });

  test("an app that only posts asks for one scope, unless all scopes are wanted", async () => {
    const choice = { include: ["messages.create"] };
    expect(await SlackConnector.scopes(choice)).toEqual({ bot: ["chat:write"] });
    const { bot } = await SlackConnector.scopes({ ...choice, allScopes: true });
    expect(bot).toEqual(expect.arrayContaining(["chat:write", "channels:read", "users:read"]));
    const { url } = await SlackConnector.manifest(choice);
    expect(decodeURIComponent(url)).toContain('"bot":["chat:write"]');
  });

  test("the scope of an action that always spends is asked for only with the effect spend", async () => {
    const Shop = defineConnector({
      name: "shop",
      title: "Shop",
      endpoint: "https://shop.example",
      auth: { key: { key: { description: "key" } } },
      schemes: { key: { kind: "bearer", token: "{key}" } },
      operations: {
        pay: {
          method: "POST",
          path: "/payments",
          docs: "https://shop.example/docs",
          scopes: { user: ["payments:write"] },
        },
      },
      entities: {
        payments: {
          create: action({
            description: "Pay an amount.",
            params: { type: "object", properties: {} },
            effect: "spend",
            calls: "pay",
            example: {},
          }),
        },
      },
      connectFlow: { tokens: { user: { scopeParam: "scope" } } } as unknown as ConnectFlow,
    });
    const include = ["payments.create"];
    expect(await Shop.scopes({ include })).toEqual({ user: [] });
    expect(await Shop.scopes({ include, effects: ["read"] })).toEqual({ user: [] });
    expect(await Shop.scopes({ include, effects: ["read", "spend"] })).toEqual({ user: ["payments:write"] });
  });

  test("Amazon Ads has one scope", async () => {
    expect(await AmazonAdsConnector.scopes()).toEqual({ user: ["advertising::campaign_management"] });
  });

  test.each<[string, object, string]>([
    ["an unknown action", { include: ["channels.lst"] }, "options of scopes.include"],
    ["an unknown set", { actions: "some" }, "actions"],
    ["a set beside include", { actions: "all", include: ["emoji"] }, "actions"],
    ["an unknown effect", { effects: ["wirte"] }, "options of scopes.effects"],
    ["an unknown token", { tokens: ["app"] }, "tokens"],
    ["no token", { tokens: [] }, "tokens"],
    ["an unknown option", { only: {} }, "only"],
  ])("%s is an error", async (_name, choice, path) => {
    await expect(SlackConnector.scopes(choice as never)).rejects.toMatchObject({
      code: "config_error",
      path,
    });
  });
});

describe("the manifest of a Slack app", () => {
  test("has exactly the scopes of the actions, and the link contains the manifest", async () => {
    const choice = { include: ["messages.create", "channels.list"] };
    const { manifest, url } = await SlackConnector.manifest({ ...choice, name: "Helper" });
    const { bot } = await SlackConnector.scopes(choice);
    expect(manifest).toEqual({
      display_information: { name: "Helper" },
      features: { bot_user: { display_name: "Helper", always_online: true } },
      oauth_config: { scopes: { bot } },
      settings: { org_deploy_enabled: false, socket_mode_enabled: false, token_rotation_enabled: false },
    });
    const link = new URL(url);
    expect(link.origin + link.pathname).toBe("https://api.slack.com/apps");
    expect(JSON.parse(link.searchParams.get("manifest_json")!)).toEqual(manifest);
  });

  test("an app for user tokens on a person's computer uses PKCE, and has no bot", async () => {
    const redirectUris = ["http://localhost:8765/callback"];
    const { manifest } = await SlackConnector.manifest({
      tokens: ["user"],
      pkce: true,
      redirectUris,
      effects: ["read"],
    });
    expect(manifest).toMatchObject({
      oauth_config: { redirect_urls: redirectUris, pkce_enabled: true, scopes: { user: expect.any(Array) } },
      settings: { token_rotation_enabled: true },
    });
    expect(manifest).not.toHaveProperty("features");
    expect((manifest.oauth_config as { scopes: object }).scopes).not.toHaveProperty("bot");
  });

  test("every redirect address must be safe", async () => {
    const redirectUris = ["https://app.example/callback", "http://app.example/callback"];
    const refused = { code: "config_error", path: "redirectUri" };
    await expect(SlackConnector.manifest({ redirectUris })).rejects.toMatchObject(refused);
  });

  test("an app for a whole organization", async () => {
    const { manifest } = await SlackConnector.manifest({ include: ["emoji.list"], organization: true });
    expect(manifest).toMatchObject({ settings: { org_deploy_enabled: true } });
  });

  test.each<[object, string]>([
    [{ name: "" }, "name"],
    [{ name: "x".repeat(36) }, "name"],
    [{ redirectUris: ["http://example.com/"] }, "redirectUri"],
  ])("%j is an error", async (options, path) => {
    await expect(SlackConnector.manifest(options)).rejects.toMatchObject({ code: "config_error", path });
  });

  test("Amazon Ads has no manifest, and the hint says what to do", async () => {
    await expect(AmazonAdsConnector.manifest()).rejects.toMatchObject({
      hint: expect.stringContaining("security profile"),
    });
  });
});
