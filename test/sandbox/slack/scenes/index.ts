import { canvasScenes } from "./canvases.ts";
import { conversationScenes } from "./conversations.ts";
import { fileScenes } from "./files.ts";
import { groupScenes } from "./groups.ts";
import { peopleScenes } from "./people.ts";
import { searchScenes } from "./search.ts";
import type { Scenes } from "./scene.ts";
import { tokenScenes } from "./tokens.ts";

export const scenes: Scenes = {
  ...canvasScenes,
  ...conversationScenes,
  ...fileScenes,
  ...groupScenes,
  ...peopleScenes,
  ...searchScenes,
  ...tokenScenes,
};
