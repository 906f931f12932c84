import type { Fields } from "../types.ts";
import { isRecord } from "../http/wire-json.ts";
import type { World } from "../world-types.ts";

export function applyNestedUpdates(world: World, next: Fields, current: Fields, requested: Fields): void {
  if (world.nestedUpdates !== "merged") return;
  for (const [name, value] of Object.entries(requested)) {
    const old = current[name];
    if (isRecord(value) && isRecord(old)) next[name] = { ...old, ...value };
  }
}
