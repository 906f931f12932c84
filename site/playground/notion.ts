import { notionSandbox } from "../../sandbox/notion/index.ts";
import { NotionConnector } from "../../src/connectors/notion/index.ts";
import type { Playable } from "./playable.ts";

export const playable: Playable = {
  Connector: NotionConnector,
  open() {
    const sandbox = notionSandbox();
    return new NotionConnector({ auth: { api_token: sandbox.tokens.internal } }, sandbox.options);
  },
  samples: [
    [
      /./,
      {
        page_id: "60d4e6c8-5819-8b77-8473-a5eb59fa49e7",
        parent_page_id: "60d4e6c8-5819-8b77-8473-a5eb59fa49e7",
        data_source_id: "d6a75b02-e3e8-8f68-8b8a-83f36fd531f8",
        database_id: "910f398e-b49e-862c-8781-2948a5c7d1f0",
        block_id: "ee03990d-ac64-8b01-882b-91221bc73682",
        comment_id: "220eec7a-2f65-8a3d-824f-51c2d54a2990",
        user_id: "14aaa9fd-4ba3-8b57-864c-2830dcf5993d",
      },
    ],
    [/^(blocks|comments)\.list$/, { block_id: "60d4e6c8-5819-8b77-8473-a5eb59fa49e7" }],
    [/^pages\.update$/, { page_id: "30302dd9-d431-8953-864a-484e72377cfd" }],
    [
      /^pages\.(edit_markdown|move|replace_markdown)$/,
      {
        page_id: "7e501c90-d3b5-8831-80cc-02f872e6e7f7",
        edits: [{ old_str: "Spring catalogue", new_str: "Summer catalogue" }],
      },
    ],
  ],
};
