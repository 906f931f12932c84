import { type Dict, at, isDict } from "../../../src/core/ground/json.ts";
import type { Given } from "../account.ts";
import { NotTried, codeOf } from "../finding.ts";
import type { Permissions } from "../gate.ts";
import { type Reply, sendThrough } from "../send.ts";

export const hosts = {
  na: "advertising-api.amazon.com",
  eu: "advertising-api-eu.amazon.com",
  fe: "advertising-api-fe.amazon.com",
} as const;

export interface AdsAccount extends Given {
  region: keyof typeof hosts;
  /** The first profile of an advertiser, in the form of Amazon's response. */
  profile: Dict | undefined;
  /** Sends a request for the profile. */
  send(request: AdsCheckRequest): Promise<Reply>;
}

interface AdsCheckRequest {
  /** The method and the path, such as `POST /sp/campaigns/list`. */
  to: `${"GET" | "POST" | "PUT"} /${string}`;
  /** The vendor's media type of the body, without `application/vnd.` and `+json`. Default: `application/json`. */
  media?: string;
  /** The media type of the response. Default: that of the body. */
  accept?: string;
  json?: unknown;
}

const reads: readonly RegExp[] = [
  /^GET \/v2\/profiles$/,
  /^POST \/sp\/(?:campaigns|adGroups)\/list$/,
  /^POST \/sp\/targets\/keywords\/recommendations$/,
  // A report is a file with a copy of data. A new file changes nothing in the account.
  /^POST \/reporting\/reports$/,
];
const tokenHosts: ReadonlySet<string> = new Set(["api.amazon.com", "api.amazon.co.uk", "api.amazon.co.jp"]);
const apiHosts: ReadonlySet<string> = new Set(Object.values(hosts));

/** Allows the reads above, the refresh of the access token, and changes of the campaign `campaignId`. */
export const adsPermissions = (campaignId: string | undefined): Permissions => ({
  reads({ method, url }) {
    const { host, pathname } = new URL(url);
    if (tokenHosts.has(host)) return `${method} ${pathname}` === "POST /auth/o2/token";
    return apiHosts.has(host) && reads.some((read) => read.test(`${method} ${pathname}`));
  },
  writes({ method, url }, body) {
    const { host, pathname } = new URL(url);
    if (!apiHosts.has(host) || `${method} ${pathname}` !== "PUT /sp/campaigns") return false;
    const items = listAt(parsed(body), "campaigns");
    return (
      campaignId !== undefined &&
      items.length === 1 &&
      items[0]!.campaignId === campaignId &&
      (items[0]!.state === undefined || items[0]!.state === "PAUSED")
    );
  },
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const listAt = (value: unknown, path: string): Dict[] => {
  const list = path === "" ? value : at(value, path);
  return Array.isArray(list) ? list.filter(isDict) : [];
};

/** Chooses the first profile of an advertiser in the region. */
export async function openAdsAccount(given: Given, region: AdsAccount["region"]): Promise<AdsAccount> {
  const { gate, clock } = given;
  let profile: Dict | undefined;
  const send: AdsAccount["send"] = ({ to, media, accept, json }) => {
    const [method, path] = to.split(" ") as ["GET" | "POST" | "PUT", string];
    const { authorization = "", "amazon-advertising-api-clientid": client = "" } = gate.headersFor(
      hosts[region],
    );
    const type = media === undefined ? "application/json" : `application/vnd.${media}+json`;
    const profileId = profile === undefined ? undefined : String(profile.profileId);
    return sendThrough(gate, clock, {
      method,
      url: `https://${hosts[region]}${path}`,
      headers: {
        authorization,
        "amazon-advertising-api-clientid": client,
        accept: accept ?? type,
        ...(json === undefined ? {} : { "content-type": type }),
        ...(profileId === undefined || path === "/v2/profiles"
          ? {}
          : { "amazon-advertising-api-scope": profileId }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
  };
  const profiles = listAt((await send({ to: "GET /v2/profiles" })).body, "");
  profile = profiles.find((one) => at(one, "accountInfo.type") !== "agency");
  return { ...given, region, profile, send };
}

/**
 * Returns the body of a successful response.
 * @throws NotTried with Amazon's status and code if Amazon refused the request
 */
export function accepted({ status, body }: Reply): unknown {
  if (status >= 200 && status < 300) return body;
  throw new NotTried("Amazon refused the request.", {
    status,
    code: codeOf(at(body, "code") ?? at(body, "errorCode")),
  });
}
