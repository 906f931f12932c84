import type { AskedScopes, ScopeChoice } from "../../src/core/connect/chosen-scopes.ts";
import type { Known } from "../known.ts";

/**
 * Returns lines that tell a person which scopes an application asks for, and which scopes `--all-scopes` adds:
 * `chat:write: Send messages`.
 */
export async function scopesInWords(
  { scopes: scopesOf, connectFlow }: Known["Connector"],
  choice: ScopeChoice,
): Promise<string> {
  const words = (await connectFlow?.scopeWords()) ?? {};
  const asked = await scopesOf(choice);
  const all = await scopesOf({ ...choice, allScopes: true });
  const lines = (scopes: AskedScopes, of: string): string[] =>
    Object.entries(scopes).flatMap(([kind, list]) =>
      list.length === 0
        ? []
        : [of.replace("KIND", kind), ...list.map((scope) => `  ${scope}: ${words[scope] ?? scope}`)],
    );
  const optional = Object.fromEntries(
    Object.entries(all).map(([kind, list]) => [kind, list.filter((scope) => !asked[kind]!.includes(scope))]),
  );
  return [
    ...lines(asked, "Scopes of the KIND token:"),
    ...lines(
      optional,
      "Optional scopes of the KIND token. --all-scopes adds them. Without them, the actions do less:",
    ),
  ].join("\n");
}
