import type { JsonSchema } from "../../core/contract/json-schema.ts";
import type { Operation } from "../../core/contract/wire/operation.ts";
import { isDict } from "../../core/ground/json.ts";
import { quoteOthers } from "../../core/ground/quote-others.ts";
import { schemaFault } from "../../core/schema/check-schema.ts";
import { cleanText } from "../clean-text.ts";
import type { DraftAction, Guess, Skipped } from "../draft.ts";
import { inlineReferences } from "./inline-references.ts";
import type { PinnedTool } from "./mcp-file.ts";
import { type ListedTools, pinOf, type ServerTool } from "./server-tools.ts";
import { claimsToRead, soundsLikeChange } from "./tool-effect.ts";
import { type ToolName, toolNames } from "./tool-names.ts";

/** An operation that calls a tool. The importer moves `tool` to the part `mcp` of the file. */
export interface ToolOperation extends Operation {
  readonly tool: PinnedTool;
}

export interface CompiledTools {
  actions: readonly (DraftAction & { operation: ToolOperation })[];
  skipped: readonly Skipped[];
  guesses: readonly Guess[];
}

const docs = "https://modelcontextprotocol.io/specification/latest/server/tools";

/** Makes an action of each tool. `isTrusted`: whether a person believes that a tool only reads if it says so. */
export async function compileTools(
  { tools, unusable }: ListedTools,
  isTrusted: (name: string) => boolean,
): Promise<CompiledTools> {
  const names = toolNames(tools.map(({ name }) => name));
  const skipped: Skipped[] = unusable.map(({ name, reason }) => ({ source: name, reason }));
  const claims: string[] = [];
  const actions: CompiledTools["actions"][number][] = [];
  for (const [index, tool] of tools.entries()) {
    const params = usableSchema(tool.inputSchema);
    if ("fault" in params) {
      skipped.push({
        source: tool.name,
        reason: `Its params cannot be checked: ${cleanText(params.fault, 300)}`,
      });
      continue;
    }
    const isClaim = claimsToRead(tool);
    const isDoubtful = isClaim && soundsLikeChange(tool, names[index]!.action);
    const isBelieved = isClaim && !isDoubtful && isTrusted(tool.name);
    if (isClaim && !isDoubtful && !isBelieved) claims.push(tool.name);
    const pinned = { name: tool.name, sha256: await pinOf(tool), ...(isClaim && !isDoubtful ? { claims: "read" as const } : {}) }; // prettier-ignore
    actions.push({
      ...actionOf(tool, names[index]!),
      params: params.schema,
      effect: isBelieved ? "read" : "destructive",
      operation: { method: "POST", path: "/", docs, tool: pinned },
      guesses: isDoubtful ? [{ about: "effect", says: doubt }] : [],
    });
  }
  return { actions, skipped, guesses: claims.length === 0 ? [] : [{ says: claimsInWords(claims) }] };
}

function actionOf(tool: ServerTool, names: ToolName): Omit<DraftAction, "params" | "effect" | "operation"> {
  const { name, title, description, outputSchema } = tool;
  const result = outputSchema === undefined ? undefined : usableSchema(outputSchema);
  const said = [description, title].find((text) => typeof text === "string" && text.trim() !== "");
  return {
    source: name,
    ...names,
    // A person who is asked about a call sees whose words these are.
    description: quoteOthers((cleanText(said ?? name, 270) || name).replace(/[.]$/, ""), 280),
    ...(result && "schema" in result ? { result: result.schema } : {}),
  };
}

/** Returns a schema without references, or why it cannot be used. */
function usableSchema(given: unknown): { schema: JsonSchema } | { fault: string } {
  if (!isDict(given) || given.type !== "object") return { fault: "the schema is not that of an object." };
  const fault = schemaFault(given);
  return fault === undefined ? { schema: inlineReferences(given) } : { fault };
}

const doubt =
  "It counts as destructive, although the server says that it only reads, because its name begins with a word for a change. If it only reads, set its effect in the overlay.";

const claimsInWords = (names: readonly string[]): string =>
  `These tools say that they only read, and nobody has checked it, so they count as destructive: ${names.slice(0, 50).join(", ")}${names.length > 50 ? ` and ${names.length - 50} more` : ""}. To believe it, put their names or "*" into trustReadOnly of the overlay.`;
