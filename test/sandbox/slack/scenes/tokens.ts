import type { Scenes } from "./scene.ts";

/** Tokens and what they act in. */
export const tokenScenes: Scenes = {
  "oauth.v2.access": {
    success_with_token_rotation: ({ call, sandbox }) => {
      const { access_token: _, ...rest } = sandbox.rotating();
      return call("oauth.v2.access", { grant_type: "refresh_token", ...rest }, "");
    },
    error: ({ call }) => call("oauth.v2.access", { client_id: "1.2" }, ""),
  },
  "oauth.v2.exchange": {},
};
