import { show } from "../../../src/core/ground/json.ts";
import { optionError } from "../../../src/core/ground/read-options.ts";
import type { World } from "../world-types.ts";

/** Returns the id of a person, or of the bot. */
export function personByName(world: World, name: string, path: string): string {
  if (name === world.bot.name) return world.bot.id;
  const people = [...world.users.values()];
  const found = people.find((one) => one.name === name);
  if (!found)
    throw optionError(
      path,
      `${path}: there is no person with the name ${show(name)}.`,
      `The people are: ${people.map((one) => one.name).join(", ")}.`,
    );
  return found.id;
}
