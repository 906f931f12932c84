import type { Dict } from "../../../src/core/ground/json.ts";
import type { World } from "../world-types.ts";

/** The largest upload that the workspace accepts, as in a workspace of the free plan. */
export const largestUpload = 5 * 1024 * 1024;

/** Returns a person or the bot as in Notion's answers. For an unknown id, returns only the id. */
export function userView(world: World, id: string): Dict {
  const { bot, workspace, users } = world;
  const user = users.get(id);
  if (id === bot.id)
    return {
      object: "user",
      id,
      name: bot.name,
      avatar_url: null,
      type: "bot",
      bot: {
        owner: { type: "workspace", workspace: true },
        workspace_name: workspace.name,
        workspace_id: workspace.id,
        workspace_limits: { max_file_upload_size_in_bytes: largestUpload },
      },
    };
  if (!user) return { object: "user", id };
  const person = user.email === undefined ? {} : { email: user.email, email_verified: true };
  return { object: "user", id, name: user.name, avatar_url: null, type: "person", person };
}
