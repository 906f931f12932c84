import type { Call } from "../call/call.ts";
import { viewProblems } from "../content/check-view.ts";
import type { HomeView } from "../feature-types.ts";
import type { Fields } from "../fields.ts";
import { invalidArguments, refusal } from "../call/refusal.ts";

const MAX_BYTES = 250 * 1024;

export function readView({ args }: Call): Fields {
  let given: unknown;
  try {
    given = args.json("view");
  } catch {
    throw invalidArguments("view must be valid JSON [json-pointer:/view]");
  }
  const problems = viewProblems(given, "/view");
  if (problems.length > 0)
    throw invalidArguments(...problems.map(({ message, pointer }) => `${message} [json-pointer:${pointer}]`));
  if (JSON.stringify(given).length > MAX_BYTES) throw refusal("view_too_large");
  return given as Fields;
}

export function viewRecord({ workspace, actor }: Call, view: Fields, id: string): HomeView {
  return {
    id,
    team_id: workspace.team.id,
    type: String(view["type"]),
    blocks: (view["blocks"] as Fields[]).map((block) => ({
      block_id: workspace.newId("").slice(0, 5),
      ...block,
    })),
    private_metadata: view["private_metadata"] ?? "",
    callback_id: view["callback_id"] ?? "",
    external_id: String(view["external_id"] ?? ""),
    state: { values: {} },
    hash: `${workspace.seconds()}.${workspace.newId("").slice(0, 8).toLowerCase()}`,
    title: view["title"] ?? null,
    close: view["close"] ?? null,
    submit: view["submit"] ?? null,
    clear_on_close: view["clear_on_close"] ?? false,
    notify_on_close: view["notify_on_close"] ?? false,
    previous_view_id: null,
    root_view_id: id,
    app_id: actor.app_id ?? "",
    app_installed_team_id: workspace.team.id,
    bot_id: actor.bot_id ?? "",
  };
}
