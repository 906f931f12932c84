import type { ConfigField } from "../../core/contract/definition.ts";
import { ConnectorError } from "../../core/ground/errors.ts";
import { type Dict, isDict } from "../../core/ground/json.ts";
import { cleanText } from "../clean-text.ts";
import type { Guess } from "../draft.ts";
import { snakeCase } from "../names.ts";
import { entriesOf, listOf, textOf } from "./document.ts";

export interface Servers {
  endpoint: string;
  config: Record<string, ConfigField>;
  guesses: Guess[];
}

/** `given`: the address that replaces the document's servers. `address`: where the document was read. */
export function serversOf(root: Dict, given: string | undefined, address: string | undefined): Servers {
  const all = listOf(root.servers).filter(isDict);
  if (given !== undefined) return { endpoint: withoutSlash(given), config: {}, guesses: [] };
  const urls = all.map(({ url }) => textOf(url)).filter((url) => url !== "");
  const chosen = all.find(({ url }) => textOf(url).startsWith("https://")) ?? all[0];
  const full = fullAddress(textOf(chosen?.url) || "/", address);
  if (full === undefined)
    throw new ConnectorError("config_error", "The document names no full address of the API.", {
      path: "source",
      hint: "Give the address: the option --server, or the field server of the overlay.",
    });
  const config: Record<string, ConfigField> = {};
  let endpoint = full;
  for (const [name, variable] of entriesOf(chosen?.variables)) {
    const setting = snakeCase(name) || "server_variable";
    if (!endpoint.includes(`{${name}}`) || !isDict(variable)) continue;
    endpoint = endpoint.replaceAll(`{${name}}`, `{${setting}}`);
    config[setting] = settingOf(variable);
  }
  // A variable that the document does not describe.
  for (const [, name] of endpoint.matchAll(/\{(\w+)\}/g))
    config[name!] ??= { description: "A part of the platform's address." };
  const others = urls.filter((url) => url !== textOf(chosen?.url));
  return {
    endpoint: withoutSlash(endpoint),
    config,
    guesses:
      others.length === 0
        ? []
        : [{ says: `The document has ${urls.length} servers. Requests go to this one: ${full}.` }],
  };
}

function settingOf({ default: usual, enum: values, description }: Dict): ConfigField {
  const text = cleanText(description, 200) || "A part of the platform's address.";
  const all = listOf(values).filter((one): one is string => typeof one === "string" && one !== "");
  const first = textOf(usual);
  if (all.length > 0)
    return { description: text, default: all.includes(first) ? first : all[0]!, values: all, aliases: {} };
  const isName = /^[\w.-]+$/.test(first) && !/^(your|my|example|default|domain|subdomain|tenant)/i.test(first); // prettier-ignore
  const pattern = /[./]/.test(first) ? { pattern: "[A-Za-z0-9._/-]+" } : {};
  return { description: text, ...(isName ? { default: first } : {}), ...pattern };
}

function fullAddress(url: string, address: string | undefined): string | undefined {
  if (/^https?:\/\//.test(url)) return url;
  if (url.startsWith("//")) return `https:${url}`;
  if (/^[\w.-]+\.[a-z]{2,}(\/|$)/.test(url)) return `https://${url}`;
  if (address === undefined || !/^https?:/.test(address)) return undefined;
  return URL.canParse(url, address) ? new URL(url, address).href : undefined;
}

export const withoutSlash = (url: string): string => url.replace(/[?#].*$/, "").replace(/\/+$/, "");
