import type { Dict } from "../../src/core/ground/json.ts";
import { blockView } from "./content/blocks.ts";
import { pageText } from "./content/write-markdown.ts";
import { commentView } from "./operations/comments.ts";
import { databaseView, dataSourceView, pageView } from "./records/page.ts";
import { userView } from "./records/user.ts";
import { isVisible } from "./world.ts";
import type { World } from "./world-types.ts";

/** Everything in the sandbox, in the form of Notion's answers. */
export interface NotionState {
  workspace: { id: string; name: string };
  users: Dict[];
  /** `markdown`: the content, or undefined if the sandbox has no Markdown for it. `shared`: whether the connection sees it. */
  pages: (Dict & { markdown: string | undefined; shared: boolean })[];
  databases: Dict[];
  data_sources: Dict[];
  /** The blocks that are no pages and no databases. */
  blocks: Dict[];
  comments: Dict[];
  file_uploads: Dict[];
}

export function snapshot(world: World): NotionState {
  const state: NotionState = { workspace: world.workspace, users: [], pages: [], databases: [], data_sources: [], blocks: [], comments: [], file_uploads: [] }; // prettier-ignore
  for (const id of [...world.users.keys(), world.bot.id]) state.users.push(userView(world, id));
  for (const thing of world.things.values())
    switch (thing.kind) {
      case "page":
        state.pages.push({ ...pageView(world, thing), markdown: textOf(world, thing.id), shared: isVisible(world, thing) }); // prettier-ignore
        break;
      case "database":
        state.databases.push(databaseView(world, thing));
        break;
      case "data_source":
        state.data_sources.push(dataSourceView(world, thing));
        break;
      case "block":
        state.blocks.push(blockView(world, thing));
    }
  state.comments = world.comments.map((one) => commentView(world, one));
  state.file_uploads = [...world.uploads.values()].map((one) => ({ ...one }));
  return structuredClone(state);
}

function textOf(world: World, id: string): string | undefined {
  try {
    return pageText(world, id);
  } catch {
    return undefined;
  }
}
