import type { ActionScopes } from "../../src/core/contract/action-scopes.ts";
import type { ActionData, CompiledConnector } from "../../src/core/contract/compiled-connector.ts";
import { effects } from "../../src/core/contract/effect.ts";
import { hashOf } from "../../src/core/ground/hash.ts";
import type { McpPart, PinnedTool } from "../../src/import/mcp/mcp-file.ts";

/** A compiled connector. For an MCP server, it has the pinned tool of each operation too. */
export type Definition = CompiledConnector & { readonly tools?: McpPart["tools"] | undefined };

export interface Comparison {
  /** What the new definition can do, and the old one cannot. */
  granted: readonly string[];
  /** The other differences. */
  changed: readonly string[];
  /** Hashes (the first half of the SHA-256) of the text that a model reads in the tool without options. */
  tool_text: { readonly old: string; readonly new: string };
}

export async function compareDefinitions(old: Definition, next: Definition): Promise<Comparison> {
  const before = actionsOf(old);
  const after = actionsOf(next);
  const granted: string[] = [];
  const changed: string[] = [];
  for (const [name, action] of after) {
    const earlier = before.get(name);
    if (!earlier) {
      const scopes = scopesOf(action.scopes);
      granted.push(
        `action ${name}: ${inWords(action.effect)}, ${offerOf(next, name)}${scopes.length > 0 ? `, scopes ${scopes.join("; ")}` : ""}`,
      );
      continue;
    }
    const effect = effectChange(earlier, action);
    if (effect) (effect.grants ? granted : changed).push(`effect of ${name}: ${effect.says}`);
    const [had, has] = [scopesOf(earlier.scopes), scopesOf(action.scopes)];
    granted.push(...without(has, had).map((scope) => `scope of ${name}: ${scope}`));
    changed.push(...without(had, has).map((scope) => `scope of ${name} removed: ${scope}`));
    const [was, is] = [offerOf(old, name), offerOf(next, name)];
    if (was !== is)
      (offers.indexOf(is) < offers.indexOf(was) ? granted : changed).push(
        `offer of ${name}: ${was} -> ${is}`,
      );
    if (textOf(earlier) !== textOf(action)) changed.push(`text of ${name}`);
  }
  for (const [name, tool] of Object.entries(next.tools ?? {})) {
    const claim = claimChange(old.tools?.[name], tool, changed.includes(`text of ${name}`));
    if (claim) (claim.grants ? granted : changed).push(`tool of ${name}: ${claim.says}`);
  }
  for (const name of before.keys()) if (!after.has(name)) changed.push(`action ${name} removed`);
  granted.push(...without(next.origins, old.origins).map((origin) => `origin ${origin}`));
  changed.push(...without(old.origins, next.origins).map((origin) => `origin ${origin} removed`));
  granted.push(...without(next.tool.effects, old.tool.effects).map((effect) => `default effect ${effect}`));
  changed.push(
    ...without(old.tool.effects, next.tool.effects).map((effect) => `default effect ${effect} removed`),
  );
  const [oldText, newText] = await Promise.all([hashOf(old.tool.description), hashOf(next.tool.description)]);
  return { granted, changed, tool_text: { old: oldText, new: newText } };
}

const actionsOf = ({ actions }: CompiledConnector): ReadonlyMap<string, ActionData> =>
  new Map(
    Object.entries(actions).flatMap(([entity, all]) =>
      Object.entries(all).map(([action, data]) => [`${entity}.${action}`, data] as const),
    ),
  );

/** The ways in which a tool offers an action. Each way gives agents more than the next. */
const offers = ["everyday", "on request", "only by name"];

function offerOf({ everyday, onlyByName }: CompiledConnector, name: string): string {
  if (onlyByName?.includes(name)) return "only by name";
  return (everyday?.includes(name) ?? true) ? "everyday" : "on request";
}

const inWords = (effect: ActionData["effect"]): string =>
  typeof effect === "string" ? effect : `${effect.weakest} to ${effect.strongest}`;

/** The weakest effect counts too: the weaker it is, the more tools offer the action. */
function effectChange(old: ActionData, next: ActionData): { grants: boolean; says: string } | undefined {
  const [was, is] = [ranksOf(old), ranksOf(next)];
  if (was.weakest === is.weakest && was.strongest === is.strongest) return undefined;
  const says = `${inWords(old.effect)} -> ${inWords(next.effect)}`;
  return { grants: is.weakest < was.weakest || is.strongest > was.strongest, says };
}

/**
 * Returns what the server of a tool says of it now. A tool that says that it only reads gets the effect of a read from
 * everybody who believes such claims.
 */
function claimChange(
  old: PinnedTool | undefined,
  next: PinnedTool,
  hasText: boolean,
): { grants: boolean; says: string } | undefined {
  if (!old || old.sha256 === next.sha256) return undefined;
  if (old.claims !== next.claims)
    return next.claims === undefined
      ? { grants: false, says: "no longer says that it only reads" }
      : { grants: true, says: "says now that it only reads" };
  return hasText ? undefined : { grants: false, says: "its title, its annotations or its output changed" };
}

function ranksOf({ effect }: ActionData): { weakest: number; strongest: number } {
  const { weakest, strongest } = typeof effect === "string" ? { weakest: effect, strongest: effect } : effect;
  return { weakest: effects.indexOf(weakest), strongest: effects.indexOf(strongest) };
}

/** Returns each need as text: `bot: channels:read or groups:read`. */
const scopesOf = ({ required, used }: ActionScopes = { required: {}, used: {} }): string[] =>
  [
    [required, ""],
    [used, " (optional)"],
  ].flatMap(([needs, note]) =>
    Object.entries(needs as ActionScopes["required"]).flatMap(([kind, list]) =>
      list.map((need) => `${kind}: ${need.join(" or ")}${note as string}`),
    ),
  );

const textOf = ({ description, signature, params }: ActionData): string =>
  JSON.stringify([description, signature, params]);

const without = <One>(list: readonly One[], other: readonly One[]): One[] =>
  list.filter((one) => !other.includes(one));
