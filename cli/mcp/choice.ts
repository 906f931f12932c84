import { resolve } from "node:path";
import type { Command } from "commander";
import type { McpOptions } from "../../adapters/mcp.ts";
import type { Effect } from "../../src/core/contract/effect.ts";
import { ConnectorError } from "../../src/core/ground/errors.ts";
import { actionsOption, list } from "../connect/choice.ts";
import { accountHelp, sandboxHelp, type SandboxOption } from "../open-connector.ts";

/** The options of the command that choose connectors, actions and limits, as commander reads them. */
export interface Choice {
  sandbox?: SandboxOption;
  account?: string[];
  hosted?: string[];
  effects?: string[];
  actions?: "everyday" | "all";
  include?: string[];
  exclude?: string[];
  only?: string[];
  external?: boolean;
  vision?: boolean;
}

/** What the options say about one connector. */
export interface ServedConnector {
  name: string;
  sandbox: SandboxOption;
  account?: string | undefined;
  /** The id of a connector at the hosted service. */
  hosted?: string | undefined;
  options: McpOptions;
}

export const more = (text: string, before: string[] = []): string[] => [...before, ...list(text)];
export const whole = (text: string, before: string[] = []): string[] => [...before, text.trim()];
/** Adds the options that `mcp install` writes into the entry of a client. */
export const withMcpChoice = (command: Command): Command =>
  command
    .option("--sandbox [path]", sandboxHelp, (path: string) => resolve(path))
    .option("--account <name>", accountHelp, whole)
    .option("--hosted <id>", "use this connector of the hosted service", whole)
    .option("--effects <effects>", "effects that the tools may have: read,write,destructive", more)
    .addOption(actionsOption("offer these actions"))
    .option("--include <actions>", "offer only these actions: channels,messages.create", more)
    .option("--exclude <actions>", "do not offer these actions: files", more)
    .option("--only <kind=ids>", "allow only these channels or profiles: channel=C012AB3CD,C045EF6GH", whole)
    .option("--external", "let the tools write where people of another company can read")
    .option("--vision", "pass images and PDF files to the client")
    .addHelpText(
      "after",
      "\nWith several connectors, a connector's name before a value limits the value to this connector: --only slack.channel=C012AB3CD",
    );

/** @throws ConnectorError `config_error` if a connector is named twice */
export function choiceOfEach(names: readonly string[], choice: Choice): ServedConnector[] {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new ConnectorError("config_error", `The connector ${twice} is named twice.`, {
      path: "connector",
      hint: "Start another server for another account.",
    });
  return names.map((name) => choiceOf(name, names, choice));
}

function choiceOf(
  name: string,
  names: readonly string[],
  { sandbox = false, account, hosted, effects, include, exclude, only, ...shared }: Choice,
): ServedConnector {
  const own = (values: readonly string[] = []): string[] => ownValues(name, names, values);
  const last = (values: readonly string[] | undefined) => own(values).at(-1);
  const some = <N extends string>(option: N, values: readonly string[] | undefined) => {
    const found = own(values);
    return found.length === 0 ? {} : { [option]: found };
  };
  const byKind: Record<string, string[]> = {};
  for (const [kind = "", ids = ""] of own(only).map((text) => text.split("=").map((part) => part.trim())))
    byKind[kind] = [...(Object.hasOwn(byKind, kind) ? byKind[kind]! : []), ...list(ids)];
  return {
    name,
    sandbox,
    account: last(account),
    hosted: last(hosted),
    options: {
      ...shared,
      ...(some("effects", effects) as { effects?: Effect[] }),
      ...some("include", include),
      ...some("exclude", exclude),
      ...(Object.keys(byKind).length === 0 ? {} : { only: byKind }),
    },
  };
}

/** Returns the values for one connector: those with its name before them, and those without the name of a connector. */
function ownValues(name: string, names: readonly string[], values: readonly string[]): string[] {
  return values.flatMap((value) => {
    const owner = names.find((one) => value.startsWith(`${one}.`));
    if (owner === undefined) return [value];
    return owner === name ? [value.slice(owner.length + 1)] : [];
  });
}
