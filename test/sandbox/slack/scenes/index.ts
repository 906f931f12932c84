import { conversationScenes } from "./conversations.ts";
import { peopleScenes } from "./people.ts";
import type { Scenes } from "./scene.ts";

export const scenes: Scenes = { ...conversationScenes, ...peopleScenes };
