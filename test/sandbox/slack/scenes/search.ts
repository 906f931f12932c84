import { drive } from "../helpers.ts";
import type { Scene, Scenes } from "./scene.ts";

const withoutQuery =
  (method: string): Scene =>
  ({ call, sandbox }) =>
    call(method, {}, sandbox.tokens.user);

/** The calls that return the documented examples for the older and the newer search. */
export const searchScenes: Scenes = {
  "search.messages": {
    success: ({ call, sandbox }) => call("search.messages", { query: "slides" }, sandbox.tokens.user),
    error: withoutQuery("search.messages"),
  },
  "search.files": {
    success: ({ call, sandbox }) => call("search.files", { query: "guide" }, sandbox.tokens.user),
    error: withoutQuery("search.files"),
  },
  "search.all": {
    success: ({ call, sandbox }) => call("search.all", { query: "guide" }, sandbox.tokens.user),
    error: () => {
      const tokens = { "xoxp-few": { kind: "user", user: "U07AC5T1X3P", scopes: ["users:read"] } } as const;
      return drive({ seed: { tokens: tokens as never } }).call("search.all", { query: "x" }, "xoxp-few");
    },
  },
  "assistant.search.context": {},
  "assistant.search.info": { success: ({ call }) => call("assistant.search.info") },
};
