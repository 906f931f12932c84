import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";

/**
 * Replaces the inferred types of a connector's actions by generated declarations with documentation. TypeScript also
 * shows shorter errors for the named types of the declarations.
 * @param folder the folder of the connector's declarations
 * @param declarations the result of `Connector.declarations()`
 */
export function writeEntityTypes(folder: string, declarations: string): void {
  const [line, , name] = /^export interface ((\w+)Connector) .*\n/m.exec(declarations) ?? [];
  assert(line && name, "The declarations export an interface.");
  // The declaration of the class has this interface, with the types of policies and of the option `context`.
  const entities = replaced(
    declarations.replace(line, ""),
    /^import type .* from "agent-connectors\/toolkit";$/m,
    [
      'import type { Action } from "../../../core/contract/action.ts";',
      'import type { Method } from "../../../core/contract/connector.ts";',
    ].join("\n"),
  );
  writeFileSync(`${folder}/entities/index.d.ts`, entities);

  const file = `${folder}/index.d.ts`;
  const text = readFileSync(file, "utf8");
  const start = /import\("[^"]*"\)\.Connector<typeof entities, /.exec(text);
  assert(start, "The class has the type of the entities.");
  const from = start.index + start[0].length;
  const [context, account, policy, end] = typeArguments(text, from);
  const base = `import("../../core/contract/connector.ts").ConnectorBase<${name}Entities, ${name}Context, ${account}, ${name}Policy>`;
  const named = (text.slice(0, start.index) + base + text.slice(end)).replaceAll(policy, `${name}Policy`);
  const imported = replaced(named, /^import \* as entities from .*;$/m, [
    // A package that exports results needs the names of their types, which TypeScript finds in this module.
    'import type {} from "../../index.ts";',
    `import type { ${name}Entities, ${name}Methods } from "./entities/index.ts";`,
    `type ${name}Context = ${context};`,
    `type ${name}Policy = ${policy.replaceAll("typeof entities", `${name}Entities`)};`,
  ].join("\n")); // prettier-ignore
  const withMethods = replaced(
    imported,
    /extends InstanceType<typeof Defined> \{/,
    `extends InstanceType<typeof Defined>, ${name}Methods<${name}Context> {`,
  );
  assert.doesNotMatch(withMethods, /typeof entities/);
  writeFileSync(file, `${withMethods}export type * from "./entities/index.ts";\n`);
}

/** Returns the three type arguments from a position, and the position after the `>` behind them. */
function typeArguments(text: string, from: number): [string, string, string, number] {
  const found: string[] = [];
  let depth = 0;
  let start = from;
  for (let at = from; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') at = text.indexOf('"', at + 1);
    else if ("<({[".includes(character)) depth++;
    else if (depth === 0 && (character === "," || character === ">")) {
      found.push(text.slice(start, at).trim());
      start = at + 1;
      if (character === ">") return [...(found as [string, string, string]), start];
    } else if (">)}]".includes(character) && text[at - 1] !== "=") depth--;
  }
  throw new Error("The type arguments have no end.");
}

function replaced(text: string, part: RegExp, by: string): string {
  assert.match(text, part);
  return text.replace(part, () => by);
}
