import type { JsonSchema } from "../core/contract/json-schema.ts";
import type { Dict } from "../core/ground/json.ts";
import { exampleOf } from "./example.ts";
import type { ActionOverlay, Overlay } from "./overlay.ts";

/**
 * Returns the example of an action. The overlay's example is completed with values for the other required params.
 * Without `ownTexts`, an action that has no example in the overlay has the source's.
 */
export function exampleFor(
  params: JsonSchema,
  { ownTexts, examples = {} }: Overlay,
  { example }: ActionOverlay,
  given: Dict | undefined,
): Dict {
  if (!ownTexts && !example) return exampleOf(params, given);
  const required = (params.required ?? []).filter((name) => Object.hasOwn(examples, name));
  const shared = Object.fromEntries(required.map((name) => [name, examples[name]]));
  return { ...exampleOf(params, shared), ...example };
}
