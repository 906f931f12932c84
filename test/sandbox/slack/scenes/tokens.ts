import type { Scenes } from "./scene.ts";

const section = (type: string): object => ({ type: "section", text: { type, text: "A simple section" } });
const HOME = JSON.stringify({ type: "home", blocks: [section("mrkdwn")], private_metadata: "Shh" });

/** The calls that return the documented examples for tokens and teams. */
export const tokenScenes: Scenes = {
  "oauth.v2.access": {
    success_with_token_rotation: ({ call, sandbox }) => {
      const { access_token: _, ...rest } = sandbox.rotating();
      return call("oauth.v2.access", { grant_type: "refresh_token", ...rest }, "");
    },
    error: ({ call }) => call("oauth.v2.access", { client_id: "1.2" }, ""),
  },
  "oauth.v2.exchange": {},
  "auth.teams.list": { success: ({ call }) => call("auth.teams.list") },
  "blocks.validate": {
    success: ({ call }) => call("blocks.validate", { blocks: JSON.stringify([section("plain_text")]) }, ""),
    error_invalid_blocks: ({ call }) =>
      call("blocks.validate", { blocks: JSON.stringify([section("invalid")]) }, ""),
    error_invalid_arguments: ({ call }) => call("blocks.validate", {}, ""),
  },
  "views.publish": {
    success: ({ call, id }) => call("views.publish", { user_id: id("maya.chen"), view: HOME }),
    error: ({ call }) => call("views.publish", { user_id: "U0NOBODY", view: HOME }),
  },
};
