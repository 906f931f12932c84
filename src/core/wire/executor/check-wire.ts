import { isLoopback } from "../../ground/loopback.ts";
import type { AuthScheme, AuthSchemes, StandardCode } from "../../contract/auth-scheme.ts";
import type { ConnectorDefinition, CredentialForms } from "../../contract/definition.ts";
import { ConnectorError } from "../../ground/errors.ts";
import { isDict, show } from "../../ground/json.ts";
import { operationFaults } from "./check-operation.ts";
import { fieldsIn, isOAuth } from "./credentials.ts";
import { collectFaults, type Fault, type Faults } from "./fault.ts";
import { headerNameFault } from "./headers.ts";
import { withDefaults } from "./operation-defaults.ts";

/** The part of a definition that decides where requests go and what they contain. */
type Checked = Pick<
  ConnectorDefinition,
  | "name"
  | "endpoint"
  | "origins"
  | "fileHosts"
  | "config"
  | "auth"
  | "schemes"
  | "wire"
  | "operations"
  | "identify"
>;

/** @throws ConnectorError `config_error`; `issues` lists up to 100 faults */
export function checkWire(connector: Checked): void {
  const faults = wireFaults(connector);
  if (faults.length === 0) return;
  const [first] = faults;
  throw new ConnectorError("config_error", `Connector ${connector.name}: ${first!.path} ${first!.message}`, {
    path: first!.path,
    issues: faults.slice(0, 100),
    hint: "This is a fault in the definition of the connector.",
  });
}

export function wireFaults(connector: Checked): Fault[] {
  const { operations, schemes = {}, origins = [], fileHosts = [], wire, identify, auth } = connector;
  const faults: Fault[] = [];
  const root = collectFaults(faults, "");
  checkEndpoint(connector, root);
  for (const origin of origins)
    root.unless(isOrigin(origin), "origins", `contains ${show(origin)}, which is not an https address.`);
  for (const host of fileHosts)
    root.unless(typeof host === "string" && /^\.[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host), "fileHosts", `contains ${show(host)}, which is not an ending of a host name with at least two parts, such as .example.com.`); // prettier-ignore
  checkSchemes(schemes, auth, root);
  const names = { origins, schemes: Object.keys(schemes) };
  for (const [name, operation] of Object.entries(operations))
    faults.push(
      ...operationFaults(name, isDict(operation) ? withDefaults(operation, wire) : operation, names),
    );
  if (identify)
    root.unless(Object.hasOwn(operations, identify.calls), "identify.calls", `is ${show(identify.calls)}, which is not an operation.`); // prettier-ignore
  return faults;
}

function checkEndpoint({ endpoint, config = {} }: Checked, found: Faults): void {
  if (typeof endpoint === "function") return;
  if (typeof endpoint !== "string") return found.add("endpoint", "must be an address.");
  const names = fieldsIn(endpoint);
  for (const name of names) {
    const field = Object.hasOwn(config, name) ? config[name] : undefined;
    found.unless(field !== undefined, "endpoint", `contains {${name}}, which is not a setting in config.`);
  }
  const filled = endpoint.replace(/\{[^{}]*\}/g, "x");
  found.unless(isOrigin(filled), "endpoint", `is ${show(endpoint)}, which is not an https address.`);
  if (/[?#{}\\\s]|\/$/.test(filled.replace(/^https?:\/\//, "")))
    found.add("endpoint", "must not contain a query, a fragment, spaces or a slash at its end.");
}

/** Returns whether an address uses https (or http on loopback) and has no user and no password. */
function isOrigin(address: unknown): boolean {
  if (typeof address !== "string" || !URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  return (
    (protocol === "https:" || (protocol === "http:" && isLoopback(hostname))) &&
    username === "" &&
    password === ""
  );
}

function checkSchemes(schemes: AuthSchemes, forms: CredentialForms, found: Faults): void {
  const fields = Object.assign({}, ...Object.values(forms)) as CredentialForms[string];
  for (const [name, given] of Object.entries(schemes))
    for (const scheme of Array.isArray(given) ? (given as readonly AuthScheme[]) : [given as AuthScheme])
      checkScheme(scheme, `schemes.${name}`, fields, found);
}

const templatesOf: Readonly<Record<AuthScheme["kind"], readonly string[]>> = {
  bearer: ["token"],
  header: ["value"],
  query: ["value"],
  basic: ["user", "password"],
  "oauth2-refresh": ["clientId", "clientSecret", "refreshToken"],
  "oauth2-client-credentials": ["clientId", "clientSecret"],
};

const standardCodes: readonly StandardCode[] = ["invalid_grant", "invalid_client", "unauthorized_client"];

function checkScheme(scheme: AuthScheme, path: string, fields: CredentialForms[string], found: Faults): void {
  if (!isDict(scheme) || !Object.hasOwn(templatesOf, String(scheme.kind)))
    return found.add(`${path}.kind`, `must be one of ${Object.keys(templatesOf).join(", ")}.`);
  const texts = scheme as unknown as Record<string, unknown>;
  for (const field of templatesOf[scheme.kind]) {
    const template = texts[field];
    if (typeof template !== "string" || /[\r\n]/.test(template)) {
      found.add(`${path}.${field}`, "must be one line of text with credential fields in braces.");
      continue;
    }
    for (const name of fieldsIn(template)) {
      const known = Object.hasOwn(fields, name) ? fields[name] : undefined;
      found.unless(
        known !== undefined,
        `${path}.${field}`,
        `contains {${name}}, which is not a credential field.`,
      );
      if (known?.text && (scheme.kind === "bearer" || scheme.kind === "header"))
        found.add(`${path}.${field}`, `puts ${name} into a header, but its value can be any text.`);
    }
  }
  if (scheme.kind === "header" && String(scheme.name).toLowerCase() !== "authorization") {
    const fault = headerNameFault(String(scheme.name));
    if (fault !== undefined) found.add(`${path}.name`, `${fault}.`);
  }
  if (scheme.kind === "query") found.unless(typeof scheme.name === "string" && scheme.name !== "", `${path}.name`, "must be a name."); // prettier-ignore
  if (!isOAuth(scheme)) return;
  found.unless(isOrigin(scheme.tokenUrl), `${path}.tokenUrl`, `is ${show(scheme.tokenUrl)}, which is not an https address.`); // prettier-ignore
  for (const [code, standard] of Object.entries(scheme.errorCodes ?? {}))
    found.unless(standardCodes.includes(standard), `${path}.errorCodes.${code}`, `must be one of ${standardCodes.join(", ")}.`); // prettier-ignore
}
