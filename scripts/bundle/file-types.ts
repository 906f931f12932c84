import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import type { ConnectorFile } from "agent-connectors";

/**
 * Writes the declarations of a connector that is made from a file.
 * @param folder the folder of the connector's declarations
 * @param declarations the result of `Connector.declarations()`
 */
export function writeFileTypes(folder: string, declarations: string, { title, auth }: ConnectorFile): void {
  const outside = /^import type .* from "agent-connectors\/toolkit";$/m;
  assert.match(declarations, outside);
  const name = /^export interface (\w+Connector) /m.exec(declarations)![1]!;
  const forms = Object.entries(auth).map(([form, fields]) => {
    const list = Object.entries(fields).map(
      ([field, { optional }]) =>
        `readonly ${field}: CredentialField${optional ? " & { optional: true }" : ""}`,
    );
    return `  readonly ${JSON.stringify(form)}: { ${list.join("; ")} };`;
  });
  const types = declarations.replace(
    outside,
    [
      'import type { Action } from "../../core/contract/action.ts";',
      'import type { ConnectorBase, Method } from "../../core/contract/connector.ts";',
      'import type { CredentialField } from "../../core/contract/definition.ts";',
      'import type { ConnectorClass } from "../../define/connector-class.ts";',
    ].join("\n"),
  );
  const connector = [
    `/** The connector for ${title}. */`,
    `export declare const ${name}: ConnectorClass<{\n${forms.join("\n")}\n}, ${name}>;`,
    "",
  ];
  writeFileSync(`${folder}/index.d.ts`, types + connector.join("\n"));
}
