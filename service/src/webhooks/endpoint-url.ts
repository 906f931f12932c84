import { isIP } from "node:net";
import { ConnectorError } from "agent-connectors";
import { isPublic } from "../platforms/public-addresses.ts";
import { hostOf } from "../platforms/public-fetch.ts";

/** `URL` leaves out the port 443, because it is the default. Other ports could belong to services that are not HTTP. */
const allowedPorts: ReadonlySet<string> = new Set(["", "8443"]);

/**
 * Returns the reason why an address cannot receive webhooks, as the end of a sentence. Returns undefined for a valid
 * address. An address must be public and use https, unless the operator has listed its origin.
 * @param privateOrigins the origins that can use http and have a private address
 */
export function endpointUrlFault(text: string, privateOrigins: readonly string[]): string | undefined {
  if (text.length > 2048 || !URL.canParse(text)) return "is not an address of at most 2048 characters";
  // `URL` ignores or replaces these characters, so a page would show another host than the host of the requests.
  if (/[\s\\\p{Cc}\p{Cf}]/u.test(text)) return "must not have spaces, backslashes or invisible characters";
  const url = new URL(text);
  if (url.username || url.password || text.includes("#"))
    return "must not have a user, a password or a fragment";
  if (privateOrigins.includes(url.origin)) return undefined;
  if (url.protocol !== "https:") return "must use https";
  if (!allowedPorts.has(url.port)) return "must use the port 443 or 8443";
  const host = hostOf(url);
  return (isIP(host) !== 0 && !isPublic(host)) || /(^|\.)localhost\.?$/.test(host)
    ? "is not a public address"
    : undefined;
}

/**
 * Reads the operator's list of origins in a setting, such as `http://127.0.0.1:3000,https://hooks.internal`.
 * @throws ConnectorError `config_error`
 */
export const readPrivateOrigins = (name: string, text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => {
      const origin = URL.canParse(part) ? new URL(part).origin : "null";
      if (/^https?:/.test(origin) && origin === part.toLowerCase().replace(/\/$/, "")) return origin;
      throw new ConnectorError("config_error", `${JSON.stringify(part.slice(0, 100))} is not an origin.`, {
        path: `AGENT_CONNECTORS_${name}`,
        hint: "Set origins with commas between them, for example http://127.0.0.1:3000,https://hooks.internal.",
      });
    });
