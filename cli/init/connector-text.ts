import type { Dict } from "../../src/core/ground/json.ts";
import type { Known } from "../known.ts";

/** A program uses an account with credentials in variables (`open-source`), or a connector of the hosted service (`hosted`). */
export type Mode = "open-source" | "hosted";

/** The connector of a program. */
export interface Chosen {
  /** The name of a connector, or the name of its file in the program's folder. */
  name: string;
  known: Known;
  mode: Mode;
}

/** How a program imports a connector, and its sandbox if there is one. */
interface Built {
  Class: string;
  sandbox?: { open: string; auth: string };
  /** A first call whose answer can be recorded, if it is another one than that of the other commands. */
  firstCall?: string;
}

const built: Readonly<Record<string, Built>> = {
  slack: {
    Class: "SlackConnector",
    sandbox: { open: "slackSandbox", auth: "{ api_token: sandbox.tokens.bot }" },
  },
  "amazon-ads": {
    Class: "AmazonAdsConnector",
    sandbox: { open: "amazonAdsSandbox", auth: "sandbox.credentials" },
  },
  notion: {
    Class: "NotionConnector",
    sandbox: { open: "notionSandbox", auth: "{ api_token: sandbox.tokens.internal }" },
  },
  github: { Class: "GitHubConnector" },
  gmail: { Class: "GmailConnector", firstCall: "labels list" },
  "google-calendar": { Class: "GoogleCalendarConnector" },
  linear: { Class: "LinearConnector" },
};

/** The entity and the action of the first call: a read that needs no params. */
export const firstCallOf = ({ name, known }: Chosen): string[] =>
  (built[name]?.firstCall ?? known.firstCall).split(/[ .]/);

export const hasSandbox = ({ name }: Chosen): boolean => built[name]?.sandbox !== undefined;

/** The environment variables of the program, the first of which decides whether it has an account. */
export function variablesOf({ known, mode }: Chosen): string[] {
  if (mode === "hosted") return Object.values(hostedVariables);
  const [form = {}] = Object.values(known.environment);
  return [...Object.values(form), ...settingsOf(known).map(([, variable]) => variable)];
}

const hostedVariables = {
  base_url: "AGENT_CONNECTORS_URL",
  external_user_id: "AGENT_CONNECTORS_USER",
  airbyte_client_id: "AGENT_CONNECTORS_CLIENT_ID",
  airbyte_client_secret: "AGENT_CONNECTORS_CLIENT_SECRET",
};

/** The settings without a default, with their variables. */
const settingsOf = ({ config, settings }: Known): [string, string][] =>
  Object.entries(settings).filter(
    ([name]) => !("default" in config[name]!) && !("optional" in config[name]! && config[name].optional),
  );

/** Made-up credentials and settings, for a recording. */
export function madeUpOptions({ known }: Chosen): Dict {
  const [form = {}] = Object.values(known.auth);
  const auth = Object.fromEntries(Object.keys(form).map((field) => [field, `made-up-${field}-0123456789`]));
  const config = Object.fromEntries(settingsOf(known).map(([name]) => [name, "test"]));
  return { ...(Object.keys(auth).length > 0 ? { auth } : {}), config };
}

/** Returns the text of `connector.ts`. `hasOnCall`: whether a test can pass the option `onCall`. */
export function connectorText(chosen: Chosen, hasOnCall = false): string {
  const { name, known, mode } = chosen;
  const { Class = "Connector", sandbox } = built[name] ?? {};
  const own = !Object.hasOwn(built, name);
  const [first] = variablesOf(chosen);
  const imports = [
    ...(sandbox ? [] : [`import { readFileSync } from "node:fs";`]),
    ...(own || hasOnCall
      ? [
          `import { ${[...(own ? ["defineConnector"] : []), ...(hasOnCall ? ["type ConnectorOptions"] : [])].join(", ")} } from "agent-connectors";`,
        ]
      : []),
    ...(sandbox ? [`import { ${sandbox.open} } from "agent-connectors/sandbox";`] : []),
    ...(own ? [] : [`import { ${Class} } from "agent-connectors/${name}";`]),
    ...(sandbox ? [] : [`import { replay } from "agent-connectors/testing";`]),
  ];
  const read = `const read = (file: string) => readFileSync(new URL(file, import.meta.url), "utf8");\n`;
  const account = mode === "hosted" ? `a connector of the hosted service` : "your account";
  const condition =
    first === undefined ? "" : `  if (!process.env.${first}) return (await openTestConnector()).connector;\n`;
  const stand = sandbox ? "a sandbox" : "a recording";
  return `${imports.join("\n")}
${sandbox ? "" : `\n${read}`}${own ? `const Connector = defineConnector(JSON.parse(read(${JSON.stringify(name)})));\n` : ""}
/** Opens ${account}${first === undefined ? "" : `, or ${stand} if the variable ${first} is not set`}. */
export async function openConnector() {
${condition}  return new ${Class}(${mode === "hosted" ? hostedOptions : openOptions(known)});
}

${sandbox ? sandboxText(known, Class, sandbox, hasOnCall) : recordingText(chosen, Class, hasOnCall)}`;
}

const hostedOptions = `{
${Object.entries(hostedVariables)
  .map(([field, variable]) => `    ${field}: process.env.${variable}!,\n`)
  .join("")}  }`;

function openOptions(known: Known): string {
  const [form = {}] = Object.values(known.environment);
  const fields = Object.entries(form).map(([field, variable]) => `${field}: process.env.${variable}!`);
  const settings = settingsOf(known).map(([field, variable]) => `${field}: process.env.${variable}!`);
  return `{${fields.length > 0 ? `\n    auth: { ${fields.join(", ")} },` : ""}${settings.length > 0 ? `\n    config: { ${settings.join(", ")} },` : ""}\n  }`;
}

const sandboxText = (
  { title }: Known,
  Class: string,
  { open, auth }: { open: string; auth: string },
  hasOnCall: boolean,
) =>
  `/** Opens a new ${title} in memory. \`requests\` returns the number of requests that it got. */
export async function openTestConnector(${hasOnCall ? onCallParam : ""}) {
  const sandbox = ${open}();
  const connector = new ${Class}({ auth: ${auth} }, ${hasOnCall ? "{ ...sandbox.options, onCall }" : "sandbox.options"});
  return { connector, requests: () => sandbox.calls().length };
}
`;

const onCallParam = `onCall?: ConnectorOptions["onCall"]`;

const recordingText = (
  chosen: Chosen,
  Class: string,
  hasOnCall: boolean,
) => `/** Replays made-up answers of ${chosen.known.title}. \`requests\` returns the number of requests so far. */
export async function openTestConnector(${hasOnCall ? onCallParam : ""}) {
  let requests = 0;
  const fetch: typeof globalThis.fetch = async (...request) => {
    requests++;
    // A recording answers each request once, so each request gets a new one.
    return (await replay(read("recording.json"))).fetch(...request);
  };
  const options = ${JSON.stringify(madeUpOptions(chosen))};
  const connector = new ${Class}(options, { fetch${hasOnCall ? ", onCall" : ""} });
  return { connector, requests: () => requests };
}
`;
