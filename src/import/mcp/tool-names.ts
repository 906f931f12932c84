import { snakeCase, withUsualVerb } from "../names.ts";

/** Words with which names of tools begin, and which do not say to what a tool belongs. */
const verbs = new Set(
  "get list read search find fetch query lookup create add new make write update edit modify set put patch delete remove drop clear send post reply run execute call start stop open close move copy rename upload download import export check validate test show describe explain generate trigger toggle simulate count compare merge convert print echo sum ask resolve use insert replace wait navigate click type take scroll select press browse batch bulk subscribe unsubscribe enable disable sync sign login logout".split(" "), // prettier-ignore
);

export interface ToolName {
  entity: string;
  action: string;
  otherNames: readonly string[];
}

/**
 * Returns the entity and the action of each tool. The entity is a first word that several tools share, and that is no verb, or
 * else `server`.
 */
export function toolNames(names: readonly string[]): ToolName[] {
  const words = names.map((name) => snakeCase(name).split("_"));
  const counts = new Map<string, number>();
  for (const [first = ""] of words) counts.set(first, (counts.get(first) ?? 0) + 1);
  return words.map((all) => {
    const [first = "", ...rest] = all;
    const isPrefix = !verbs.has(first) && counts.get(first)! > 1 && rest.length > 0;
    const whole = (isPrefix ? rest : all).join("_");
    return { entity: isPrefix ? first : "server", action: withUsualVerb(whole), otherNames: [whole] };
  });
}
