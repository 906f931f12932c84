import { type Command, Option } from "commander";
import type { Decision } from "../../src/core/contract/call-options.ts";
import { ConnectorError } from "../../src/core/ground/errors.ts";
import type { Result } from "../../src/core/contract/result.ts";
import type { Dict } from "../../src/core/ground/json.ts";
import type { Policy } from "../../src/core/contract/policy.ts";
import { list } from "../connect/choice.ts";
import { known } from "../connectors.ts";
import { hostedHelp } from "../hosted.ts";
import type { Known, OpenConnector } from "../known.ts";
import { accountHelp, openConnector, sandboxHelp, type Source, withServerRights } from "../open-connector.ts";
import { print, printBytes, progressLine } from "../output.ts";
import { policyHelp, readPolicyFile } from "../policy-file.ts";
import { type FoundAction, findAction, readName } from "./find-action.ts";
import { chooseNested } from "./nested-fields.ts";
import { paramsHelp, readTypedParams } from "./read-params.ts";
import { readAllPages } from "./read-all-pages.ts";
import { withOptions, type ParamOptions } from "./param-options.ts";

interface Options extends Partial<Omit<Source, "policy">>, ParamOptions {
  policy?: string;
  yes?: true;
  json?: true;
  csv?: true;
  table?: true;
}

export function addCall(program: Command): void {
  withServerRights(program.command("call"))
    .description(
      "Run one action. Credentials come from the environment (see list) or from a stored account (see connect). In a terminal, prints a table; otherwise JSON. A download writes the file's bytes to standard output.",
    )
    .usage("[options] <connector> <entity> <action> [params...]")
    .argument("<connector>")
    .argument("<entity>", "an entity, or an entity and an action: channels.list")
    .argument("[action]", "left out after entity.action")
    .argument("[params...]", paramsHelp)
    .option("--sandbox [path]", sandboxHelp)
    .option("--account <name>", accountHelp)
    .option("--hosted <id>", hostedHelp)
    .option("--policy <file>", policyHelp)
    .option("--limit <number>", "the most rows of a page")
    .option("--all", "all rows of a list, page after page")
    .option("--fields <names>", "only these fields of each record: id,topic.value")
    .option("--dry-run", "show what a write would do, and send nothing")
    .option("--yes", "agree in advance to what cannot be undone or can raise spending")
    .addOption(new Option("--json", "everything, as one line of JSON").conflicts(["csv", "table"]))
    .addOption(new Option("--csv", "the fields of the table as CSV").conflicts("table"))
    .option("--table", "a table, also into a pipe or a file")
    .action(
      async (name: string, first: string, second: string | undefined, others: string[], options: Options) => {
        const { sandbox = false, account, hosted, policy: file, allowCommand, allowLoopback } = options;
        const connector = await known(name, { allowCommand, allowLoopback });
        const named = readName([first, ...(second === undefined ? [] : [second]), ...others]);
        const found = await findAction(connector, name, named);
        const typed = await readTypedParams(named.rest, found.params);
        const params = withOptions(typed, found, options);
        const { approval, ...policy } = file === undefined ? {} : await readPolicyFile(file);
        const opened = await openConnector(name, {
          sandbox,
          account,
          hosted,
          allowCommand,
          allowLoopback,
          ...(file === undefined ? {} : { policy: policy as Policy }),
        });
        await runCall({ name, connector, opened, found, params, rules: approval }, options).catch(
          (error: unknown) => {
            throw file === undefined ? withPolicyHint(error) : error;
          },
        );
      },
    );
}

interface Call {
  /** The connector, as the person has written it. */
  name: string;
  connector: Known;
  opened: OpenConnector;
  found: FoundAction;
  params: Dict;
  rules: unknown;
}

async function runCall(
  { name, connector, opened, found, params, rules }: Call,
  options: Options,
): Promise<void> {
  const { entity, action } = found;
  const { json = false, csv, all, yes = false, sandbox = false } = options;
  const line = progressLine();
  const { onProgress } = line;
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  // The second time, Ctrl+C ends the process at once.
  process.once("SIGINT", interrupt);
  const { signal } = stop;
  try {
    let decision: Decision | undefined;
    // Nothing in a sandbox is worth a question: it is gone when the command ends.
    if (found.effect !== "read" && sandbox === false && params["dry_run"] !== true) {
      const { agree } = await import("./agree.ts");
      const { actions } = await connector.Connector.compiled();
      const { effect } = actions[entity]![action]!;
      decision = await agree(
        { connector: opened, title: connector.title, found, params, effect },
        { yes, rules, options: { signal, onProgress } },
      );
    }
    const call = { signal, onProgress, ...(decision ? { decision } : {}) };
    const read = all
      ? await readAllPages(opened, found, params, call)
      : [await opened.execute(entity, action, params, call)];
    const pages =
      options.fields === undefined ? read : read.map((page) => chooseNested(page, list(options.fields!)));
    line.clear();
    const [result] = pages;
    if (result!.data instanceof ReadableStream) return await printFile(result!);
    if (csv) {
      const { csvOf } = await import("../table/csv.ts");
      process.stdout.write(csvOf(pages));
    } else if (options.table ?? (process.stdout.isTTY && !json)) {
      const { resultText } = await import("../table/result-text.ts");
      process.stdout.write(
        resultText(pages, {
          name,
          title: connector.title,
          found,
          params,
          account: accountOptions(options),
        }),
      );
    } else print(all ? { data: pages.flatMap(({ data }) => data), meta: {} } : result, json);
  } finally {
    line.clear();
    process.off("SIGINT", interrupt);
  }
}

/** Without a policy, only a call that can spend is denied, and a person can allow it. */
function withPolicyHint(error: unknown): unknown {
  if (!ConnectorError.is(error) || error.code !== "policy_denied") return error;
  const { code, message, ...fields } = error.toJSON();
  return new ConnectorError(code, message, {
    ...fields,
    hint: `${error.hint ?? ""} To allow it here, write the policy as JSON to a file, and pass it with --policy.`.trim(),
  });
}

/** Returns the options that choose the same account in another command. A sandbox is gone when the command ends. */
const accountOptions = ({ sandbox = false, account, hosted }: Options): readonly string[] | undefined =>
  sandbox === false
    ? [
        ...(account === undefined ? [] : ["--account", account]),
        ...(hosted === undefined ? [] : ["--hosted", hosted]),
      ]
    : undefined;

/** @throws ConnectorError `config_error` if a person would see the bytes, which can be commands for the terminal */
async function printFile({ data, meta }: Result): Promise<void> {
  const bytes = data as ReadableStream<Uint8Array>;
  if (!process.stdout.isTTY) return printBytes(bytes);
  await bytes.cancel();
  const { filename, size } = meta;
  const what = [filename ?? "The file", ...(size === undefined ? [] : [`(${size} bytes)`])].join(" ");
  throw new ConnectorError("config_error", `${what} is not shown in a terminal.`, {
    path: "params",
    hint: "Write it to a file: add > and a name to the command.",
  });
}
