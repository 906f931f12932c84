import type { Region } from "../types.ts";

/** The part of Amazon that a request is for. */
export type Target =
  | { kind: "token" }
  | { kind: "consent" }
  | { kind: "api"; region: Region; path: string }
  | { kind: "file"; path: string }
  | { kind: "nowhere" };

const TOKEN_HOSTS: ReadonlySet<string> = new Set(["api.amazon.com", "api.amazon.co.uk", "api.amazon.co.jp"]);
const CONSENT_HOSTS: ReadonlySet<string> = new Set([
  "www.amazon.com",
  "eu.account.amazon.com",
  "apac.account.amazon.com",
]);
const CONSENT_PATH = "/ap/oa";
const API_HOSTS: Readonly<Record<string, Region>> = {
  "advertising-api.amazon.com": "na",
  "advertising-api-eu.amazon.com": "eu",
  "advertising-api-fe.amazon.com": "fe",
};
export const FILE_HOST = "sandbox-reports.s3.amazonaws.com";
const TOKEN_PATH = "/auth/o2/token";

/**
 * Finds the target of a request. Each of Amazon's hosts has its own target. Any other host, such as 127.0.0.1, serves
 * the consent page, the token requests and the API of all regions. On such a host, the paths of Europe start with
 * `/eu`, and those of the Far East with `/fe`. All other paths belong to North America.
 */
export function route(url: URL): Target {
  const { hostname, pathname } = url;
  if (TOKEN_HOSTS.has(hostname)) return pathname === TOKEN_PATH ? { kind: "token" } : { kind: "nowhere" };
  if (CONSENT_HOSTS.has(hostname))
    return pathname === CONSENT_PATH ? { kind: "consent" } : { kind: "nowhere" };
  const region = API_HOSTS[hostname];
  if (region) return { kind: "api", region, path: pathname };
  if (hostname.endsWith(".amazonaws.com"))
    return hostname === FILE_HOST ? { kind: "file", path: pathname } : { kind: "nowhere" };
  if (hostname === "amazon.com" || hostname.endsWith(".amazon.com")) return { kind: "nowhere" };
  const [, prefix, path] = /^\/(na|eu|fe)(\/.*)$/.exec(pathname) ?? [];
  if ((path ?? pathname) === TOKEN_PATH) return { kind: "token" };
  if ((path ?? pathname) === CONSENT_PATH) return { kind: "consent" };
  return { kind: "api", region: (prefix as Region | undefined) ?? "na", path: path ?? pathname };
}
