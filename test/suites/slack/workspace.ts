import { expect } from "vitest";
import { one, sample, unknownToken, type Theme } from "./theme.ts";

/** The workspace, its emoji, and the token. */
export const workspace: Theme = {
  requests: {
    "api.test": { sends: [["api.test", {}]], data: { ok: true }, refused: "invalid_arguments" },
    "auth.test": { sends: [["auth.test", {}, sample.who]], data: sample.who, refused: "invalid_auth" },
    "auth.teams_list": one(
      "auth.teams.list",
      {},
      { limit: "100" },
      ["teams", [{ id: "T1", name: "a" }]],
      "invalid_cursor",
    ),
    "emoji.list": {
      sends: [["emoji.list", {}, { emoji: { owl: "https://e.example/owl.png", hoot: "alias:owl" } }]],
      data: [
        { name: "owl", url: "https://e.example/owl.png" },
        { name: "hoot", alias_for: "owl" },
      ],
      refused: "missing_scope",
    },
    "team.get": one("team.info", {}, {}, ["team", { id: "T1" }], "org_not_found"),
    "team.profile_fields": {
      params: { visibility: "all" },
      sends: [["team.profile.get", { visibility: "all" }, { profile: { fields: [{ id: "X" }] } }]],
      data: [{ id: "X" }],
      refused: "missing_scope",
    },
  },

  cases: {
    "emoji.list: lists the emoji of the workspace": async ({ call }) => {
      const { data } = await call("emoji", "list");
      expect(data.length).toBeGreaterThan(0);
      for (const one of data) expect(one.url ?? one.alias_for).toEqual(expect.any(String));
    },
    "team.get: returns the workspace": async ({ call }) => {
      const { data: own } = await call("auth", "test");
      expect((await call("team", "get")).data).toMatchObject({ id: own.team_id, name: own.team });
    },
    "team.profile_fields: returns a list": async ({ call }) => {
      for (const field of (await call("team", "profile_fields")).data)
        expect(field.id).toEqual(expect.any(String));
    },
    "auth.test: returns the account of the token": async ({ call, me }) => {
      expect((await call("auth", "test")).data).toMatchObject({ user_id: me, url: expect.any(String) });
    },
    "auth.teams_list: the list has the token's workspace": async ({ call }) => {
      const { data: own } = await call("auth", "test");
      expect((await call("auth", "teams_list")).data.map(({ id }) => id)).toContain(own.team_id);
    },
    "api.test: responds, and returns the requested error": async ({ call }) => {
      expect((await call("api", "test")).data).toEqual({ ok: true });
      await expect(call("api", "test", { error: "my_error" })).rejects.toMatchObject({
        platform: { code: "my_error" },
      });
    },
  },

  examples: {
    "api.test": {
      success: ({ call }) => call("api.test"),
      success_with_params: ({ call }) => call("api.test", { foo: "bar" }),
      error: ({ call }) => call("api.test", { error: "my_error" }),
    },
    "auth.test": {
      success: ({ call, sandbox }) => call("auth.test", {}, sandbox.tokens.user),
      success_with_bot_token: ({ call }) => call("auth.test"),
      error: ({ call }) => call("auth.test", {}, "xoxb-unknown"),
    },
    "team.info": { success: ({ call }) => call("team.info") },
    "team.profile.get": {
      success: ({ call }) => call("team.profile.get"),
      error: unknownToken("team.profile.get"),
    },
    "emoji.list": {
      success: ({ call }) => call("emoji.list"),
      error: unknownToken("emoji.list"),
    },
    "oauth.v2.access": {
      success_with_token_rotation: ({ call, sandbox }) => {
        const { access_token: _, ...rest } = sandbox.rotating();
        return call("oauth.v2.access", { grant_type: "refresh_token", ...rest }, "");
      },
      error: ({ call }) => call("oauth.v2.access", { client_id: "1.2" }, ""),
    },
    "oauth.v2.exchange": {},
    "auth.teams.list": { success: ({ call }) => call("auth.teams.list") },
  },
};
