import type { JsonSchema } from "../src/core/contract/json-schema.ts";
import type { ActionScopes, ScopeNeeds } from "../src/core/contract/action-scopes.ts";
import { paramRows } from "../src/core/schema/param-rows.ts";
import { describeNamed, readName } from "./call/find-action.ts";
import { known } from "./connectors.ts";
import { print, writeLine } from "./output.ts";
import { styles } from "./table/style.ts";
import type { Command } from "commander";

export function addDescribe(program: Command): void {
  program
    .command("describe")
    .description("Describe a connector: its entities and actions, or one action with its params.")
    .argument("<connector>")
    .argument("[entity]", "an entity, or an entity and an action: channels.list")
    .argument("[action]")
    .option("--json", "as JSON")
    .action(
      async (
        name: string,
        entity: string | undefined,
        second: string | undefined,
        { json }: { json?: true },
      ) => {
        const connector = await known(name);
        const named =
          entity === undefined ? undefined : readName([entity, ...(second === undefined ? [] : [second])]);
        const action = named?.action;
        const catalogue = await describeNamed(connector, name, named?.entity, action);
        if (json) return print(catalogue, true);
        const { strong } = styles(process.stdout);
        for (const [entityName, actions] of Object.entries(catalogue.entities)) {
          writeLine(entityName, strong);
          for (const one of Object.values(actions)) {
            const { signature, effect, description, params, example, docs, scopes } = one;
            writeLine(`  ${signature}  [${effect}]`, strong);
            writeLine(`      ${description}`);
            if (action === undefined) continue;
            const more = [`example: ${JSON.stringify(example)}`, ...scopesInWords(scopes), ...docs];
            for (const line of [...paramsInWords(params), ...more]) writeLine(`      ${line}`);
          }
        }
      },
    );
}

/** Returns one line for each kind of token that the action accepts. */
const scopesInWords = ({ required, used }: ActionScopes = { required: {}, used: {} }): string[] =>
  Object.keys(required).map((kind) => {
    const needs = (list: ScopeNeeds[string] = []) =>
      list.map((need) => need.join(" or ")).join(", ") || "none";
    return `scopes of a ${kind} token: ${needs(required[kind])}; also used: ${needs(used[kind])}`;
  });

/** Returns lines such as `name: non-empty string of at most 80 characters; the channel's name`. */
const paramsInWords = (params: JsonSchema): string[] =>
  paramRows(params).map(({ name, depth, required, type, byDefault, meaning }) => {
    const parts = [type, byDefault && `${byDefault} by default`, meaning].filter((part) => part !== "");
    return `${"  ".repeat(depth)}${name}${required ? "" : "?"}: ${parts.join("; ")}`;
  });
