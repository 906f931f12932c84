import { conversationScenes } from "./conversations.ts";
import { fileScenes } from "./files.ts";
import { peopleScenes } from "./people.ts";
import { searchScenes } from "./search.ts";
import type { Scenes } from "./scene.ts";

export const scenes: Scenes = { ...conversationScenes, ...fileScenes, ...peopleScenes, ...searchScenes };
