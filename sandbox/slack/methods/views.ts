import type { HomeView } from "../feature-types.ts";
import type { Method } from "../call/method.ts";
import { TIER_4 } from "../call/rate-limits.ts";
import { readView, viewRecord } from "../records/view.ts";
import { refusal } from "../call/refusal.ts";

/** Methods for the app's Home tab. */
export const views: Record<string, Method> = {
  "views.publish": {
    scopes: { bot: [] },
    rate: TIER_4,
    required: ["user_id", "view"],
    run: (call) => {
      const { workspace, args } = call;
      const user = workspace.users.get(args.text("user_id") ?? "");
      if (!user || user.deleted)
        throw refusal("invalid_arguments", { response_metadata: { messages: ["invalid `user_id`"] } });
      const view = readView(call);
      const before = workspace.homes.get(user.id);
      const hash = args.text("hash");
      if (hash !== undefined && hash !== before?.hash) throw refusal("hash_conflict");
      const external_id = String(view["external_id"] ?? "");
      const taken = [...workspace.homes].some(
        ([owner, home]) => owner !== user.id && external_id !== "" && home["external_id"] === external_id,
      );
      if (taken) throw refusal("duplicate_external_id");
      const id = before?.id ?? workspace.newId("V0");
      const home: HomeView = {
        ...viewRecord(call, view, id),
        title: { type: "plain_text", text: "View Title", emoji: true },
      };
      workspace.homes.set(user.id, home);
      return { view: home };
    },
  },
};
