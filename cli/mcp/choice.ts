import { resolve } from "node:path";
import type { Command } from "commander";
import type { McpOptions } from "../../adapters/mcp.ts";
import type { Effect } from "../../src/core/contract/effect.ts";
import { ConnectorError } from "../../src/core/ground/errors.ts";
import { actionsOption, list } from "../connect/choice.ts";
import { hostedHelp } from "../hosted.ts";
import type { ServerRights } from "../known.ts";
import { accountHelp, sandboxHelp, type SandboxOption, withServerRights } from "../open-connector.ts";
import { policyHelp } from "../policy-file.ts";
import { nameOfSource } from "../../src/import/mcp/mcp-source.ts";
import { envHelp, readServerSource, serverHelp } from "./server-source.ts";

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
  in?: string;
  env?: string[];
  trust?: string[];
  policy?: string;
  approvals?: boolean;
  allowCommand?: boolean;
  allowLoopback?: boolean;
}

/** What the options say about one connector. */
export interface ServedConnector {
  name: string;
  sandbox: SandboxOption;
  account?: string | undefined;
  /** The id of a connector at the hosted service. */
  hosted?: string | undefined;
  /** The MCP server whose tools are served, with the names of variables and of the tools that are believed to only read. */
  server?: { place: string; env: readonly string[]; trust: readonly string[] } | undefined;
  rights: ServerRights;
  options: McpOptions;
}

export const more = (text: string, before: string[] = []): string[] => [...before, ...list(text)];
export const whole = (text: string, before: string[] = []): string[] => [...before, text.trim()];
/** Adds the options that `mcp install` writes into the entry of a client. */
export const withMcpChoice = (command: Command): Command =>
  withServerRights(command)
    .option("--sandbox [path]", sandboxHelp, (path: string) => resolve(path))
    .option("--account <name>", accountHelp, whole)
    .option("--hosted <id>", hostedHelp, whole)
    .option("--effects <effects>", "effects that the tools may have: read,write,destructive", more)
    .addOption(actionsOption("offer these actions"))
    .option("--include <actions>", "offer only these actions: channels,messages.create", more)
    .option("--exclude <actions>", "do not offer these actions: files", more)
    .option("--only <kind=ids>", "allow only these channels or profiles: channel=C012AB3CD,C045EF6GH", whole)
    .option("--external", "let the tools write where people of another company can read")
    .option("--vision", "pass images and PDF files to the client")
    .option("--in <server>", `serve the tools of ${serverHelp}`)
    .option("--env <names>", envHelp, more)
    .option("--trust <tools>", 'believe an MCP server that these tools only read: their names, or "*"', more)
    .option("--policy <file>", policyHelp, (path: string) => resolve(path))
    .option("--approvals", "let writes wait for a person, who decides with agent-connectors approvals")
    .addHelpText(
      "after",
      "\nWith several connectors, a connector's name before a value limits the value to this connector: --only slack.channel=C012AB3CD",
    );

/** The part of the path that names a connector file, or the name of a connector. */
export const nameOf = ({ name }: Pick<ServedConnector, "name">): string =>
  name.replace(/^.*[\\/]/, "").replace(/(\.connector)?\.json$/i, "");

/** @throws ConnectorError `config_error` if no connector is named, or one is named twice */
export function choiceOfEach(given: readonly string[], choice: Choice): ServedConnector[] {
  const { in: place, env = [], trust = [] } = choice;
  const ofServer = place === undefined ? undefined : nameOfSource(readServerSource(place));
  const names = ofServer === undefined ? given : [...given, ofServer];
  if (names.length === 0)
    throw new ConnectorError("config_error", "No connector is named.", {
      path: "connector",
      hint: "Name a connector or a connector file, or pass --in with an MCP server.",
    });
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new ConnectorError("config_error", `The connector ${twice} is named twice.`, {
      path: "connector",
      hint: "Start another server for another account.",
    });
  return names.map((name, index) => ({
    ...choiceOf(name, names, choice),
    ...(place !== undefined && index === given.length ? { server: { place, env, trust } } : {}),
  }));
}

function choiceOf(
  name: string,
  names: readonly string[],
  { sandbox = false, account, hosted, effects, include, exclude, only, ...others }: Choice,
): ServedConnector {
  const { in: _in, env: _env, trust: _trust, policy: _policy, approvals: _ask, allowCommand, allowLoopback, ...shared } = others; // prettier-ignore
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
    rights: { allowCommand, allowLoopback },
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
