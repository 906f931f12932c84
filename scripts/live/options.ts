import { parseArgs } from "node:util";
import { ConnectorError } from "../../src/core/ground/errors.ts";
import { nearest } from "../../src/core/ground/similar-names.ts";
import { checklist } from "./platforms.ts";

export interface Options {
  connector: "slack" | "amazon-ads" | undefined;
  list: boolean;
  sandbox: boolean;
  account: string | undefined;
  allowWrites: boolean;
  /** The id of the channel or the campaign that the writing checks use. */
  place: string | undefined;
  only: readonly string[] | undefined;
  out: string;
}

const connectors = ["slack", "amazon-ads"] as const;
const flags = {
  list: { type: "boolean" },
  against: { type: "string" },
  account: { type: "string" },
  "allow-writes": { type: "boolean" },
  channel: { type: "string" },
  campaign: { type: "string" },
  only: { type: "string" },
  out: { type: "string" },
} as const;

const usage =
  "Usage: npm run live -- slack|amazon-ads [--account NAME] [--allow-writes --channel ID | --campaign ID] [--only ID,...] [--out FOLDER]; or --list; or --against sandbox.";

const wrong = (message: string, hint = usage) => new ConnectorError("config_error", message, { hint });

/**
 * Reads the arguments of the command.
 * @throws ConnectorError `config_error`
 */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parse(args);
  const { list = false, against, account, channel, campaign } = values;
  const [connector, ...more] = positionals;
  if (more.length > 0) throw wrong("Name one connector.");
  if (connector !== undefined && !connectors.some((one) => one === connector))
    throw wrong(`There is no connector ${JSON.stringify(connector.slice(0, 40))}.`);
  if (against !== undefined && against !== "sandbox")
    throw wrong("The option --against accepts only sandbox.");
  const sandbox = against === "sandbox";
  if (connector === undefined && !list && !sandbox) throw wrong("Name a connector.");
  if (sandbox && (account !== undefined || channel !== undefined || campaign !== undefined))
    throw wrong(
      "The sandbox has its own accounts, channel and campaign.",
      "Leave out --account, --channel and --campaign.",
    );
  if (channel !== undefined && (connector !== "slack" || !/^[CG][A-Z0-9]{5,20}$/.test(channel)))
    throw wrong("The option --channel needs the id of a Slack channel, such as C012AB3CD.");
  if (campaign !== undefined && (connector !== "amazon-ads" || !/^\d{5,20}$/.test(campaign)))
    throw wrong("The option --campaign needs the id of a paused campaign of Sponsored Products.");
  const place = channel ?? campaign;
  const allowWrites = values["allow-writes"] ?? false;
  if (allowWrites && place === undefined && !sandbox)
    throw wrong(
      "The option --allow-writes needs the place for the writes.",
      "Name a channel with --channel, or a paused campaign with --campaign.",
    );
  if (!allowWrites && place !== undefined)
    throw wrong(
      "Without --allow-writes, no check uses a channel or a campaign.",
      "Add --allow-writes, or leave out --channel and --campaign.",
    );
  const only = values.only?.split(",").map(knownId);
  const out = values.out ?? (sandbox ? "live-results/sandbox" : "live-results");
  return {
    connector: connector as Options["connector"],
    list,
    sandbox,
    account,
    allowWrites,
    place,
    only,
    out,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags, allowPositionals: true });
  } catch (error) {
    throw wrong((error as Error).message.split("\n")[0]!);
  }
}

function knownId(id: string): string {
  const ids = checklist.map((entry) => entry.id);
  if (ids.includes(id)) return id;
  const near = nearest(id, ids);
  throw wrong(
    `There is no check ${JSON.stringify(id.slice(0, 60))}.`,
    `${near === undefined ? "" : `Did you mean ${near}? `}--list shows all checks.`,
  );
}
