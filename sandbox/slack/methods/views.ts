import type { HomeView } from "../feature-types.ts";
import type { Fields } from "../fields.ts";
import { invalidArguments, refusal } from "../refusal.ts";
import { viewProblems } from "../check-view.ts";
import type { Method } from "../method.ts";
import { TIER_4 } from "../rate-limits.ts";

const MAX_BYTES = 250 * 1024;

/** The method for the app's Home tab. The sandbox has no methods that an app can call only after a user's click. */
export const views: Record<string, Method> = {
  "views.publish": {
    scopes: { bot: [] },
    rate: TIER_4,
    required: ["user_id", "view"],
    run: (call) => {
      const { workspace, args, actor } = call;
      const user = workspace.users.get(args.text("user_id") ?? "");
      if (!user || user.deleted)
        throw refusal("invalid_arguments", { response_metadata: { messages: ["invalid `user_id`"] } });
      let given: unknown;
      try {
        given = args.json("view");
      } catch {
        throw invalidArguments("view must be valid JSON [json-pointer:/view]");
      }
      const problems = viewProblems(given, "/view");
      if (problems.length > 0)
        throw invalidArguments(
          ...problems.map(({ message, pointer }) => `${message} [json-pointer:${pointer}]`),
        );
      const view = given as Fields;
      if (JSON.stringify(view).length > MAX_BYTES) throw refusal("view_too_large");
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
        id,
        team_id: workspace.team.id,
        type: String(view["type"]),
        blocks: (view["blocks"] as Fields[]).map((block) => ({
          block_id: workspace.newId("").slice(0, 5),
          ...block,
        })),
        private_metadata: view["private_metadata"] ?? "",
        callback_id: view["callback_id"] ?? "",
        external_id,
        state: { values: {} },
        hash: `${workspace.seconds()}.${workspace.newId("").slice(0, 8).toLowerCase()}`,
        title: { type: "plain_text", text: "View Title", emoji: true },
        close: null,
        submit: null,
        clear_on_close: false,
        notify_on_close: false,
        previous_view_id: null,
        root_view_id: id,
        app_id: actor.app_id ?? "",
        app_installed_team_id: workspace.team.id,
        bot_id: actor.bot_id ?? "",
      };
      workspace.homes.set(user.id, home);
      return { view: home };
    },
  },
};
