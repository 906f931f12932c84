import type { AskedJob } from "../../contract/search.ts";
import { stemsOf } from "./words.ts";

/**
 * Returns a function that reads which kinds of entities a query names, such as `book orders`. The returned function says
 * whether the action at a position belongs to another kind.
 */
export function createKinds(
  jobs: readonly AskedJob[],
  entities: readonly string[],
): (query: string) => (position: number) => boolean {
  const kinds = jobs.flatMap((job) =>
    "entities" in job
      ? [
          {
            entities: new Set(job.entities),
            words: job.asked.flatMap((text) => text.split(/[ |]/)).map(joined),
          },
        ]
      : [],
  );
  return (query) => {
    const text = ` ${joined(query)} `;
    const named = kinds.filter(({ words }) => words.some((one) => text.includes(` ${one} `)));
    const has = (some: typeof kinds, position: number) =>
      some.some((kind) => kind.entities.has(entities[position]!));
    return (position) => named.length > 0 && has(kinds, position) && !has(named, position);
  };
}

/** Returns the stems of the words of a text. */
const joined = (text: string): string => stemsOf(text.replaceAll("_", " ")).join(" ");
