import { type Effect, effects } from "../../core/contract/effect.ts";
import { isDict } from "../../core/ground/json.ts";
import { guessEffect } from "../guess-effect.ts";
import type { ServerTool } from "./server-tools.ts";

// The annotations and the name of a tool come from its server, which may lie. So they only make an effect stronger.

export const stronger = (one: Effect, other: Effect): Effect =>
  effects.indexOf(one) >= effects.indexOf(other) ? one : other;

/** Returns the weakest effect that a tool can have by its own annotations, whatever a person says. */
export function leastEffect({ annotations }: ServerTool): Effect {
  const { readOnlyHint, destructiveHint } = isDict(annotations) ? annotations : {};
  if (destructiveHint === true) return "destructive";
  return readOnlyHint === false ? "write" : "read";
}

/** Returns whether a tool says that it only reads, and its other annotations do not say anything else. */
export const claimsToRead = (tool: ServerTool): boolean =>
  isDict(tool.annotations) && tool.annotations.readOnlyHint === true && leastEffect(tool) === "read";

/** Returns whether the name of a tool begins with a word for a change, such as `delete`. */
export const soundsLikeChange = ({ name }: ServerTool, action: string): boolean =>
  guessEffect({ method: "GET", names: [name, action], summary: "" }).effect !== "read";
