import { gunzipSync } from "node:zlib";
import {
  amazonAdsSandbox,
  type AmazonAdsSandbox,
  type AmazonAdsSandboxOptions,
} from "agent-connectors/sandbox";

export const US = "2381940675312846";
export const VENDOR = "3305718294460127";
export const AGENCY = "2870465193306418";
export const VIEW_ONLY = "4019283746551902";
export const UK = "1957302846610275";

export const HOSTS = {
  na: "https://advertising-api.amazon.com",
  eu: "https://advertising-api-eu.amazon.com",
  fe: "https://advertising-api-fe.amazon.com",
};

export type Fields = Record<string, unknown>;

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body, parsed with JSON.parse. Ids beyond 2^53 lose their last digits here, but not in `text`. */
  body: Fields;
}

export interface Sending {
  profile?: string | null;
  host?: string;
  type?: string;
  accept?: string;
  prefer?: boolean;
  headers?: Record<string, string>;
}

export interface Driver {
  sandbox: AmazonAdsSandbox;
  token(credentials?: Record<string, string>): Promise<string>;
  /** Sends a request to the API, by default with a token and the US profile. */
  send(operation: string, body?: unknown, sending?: Sending): Promise<Answer>;
  /** Sends a request with a media type of Sponsored Products, such as `spCampaign`. */
  sp(operation: string, media: string, body?: unknown, sending?: Sending): Promise<Answer>;
}

export const vendor = (name: string, version = "v3"): string => `application/vnd.${name}.${version}+json`;

export function drive(options: AmazonAdsSandboxOptions = {}): Driver {
  const sandbox = amazonAdsSandbox(options);
  let access: Promise<string> | undefined;
  const token: Driver["token"] = async (credentials = sandbox.credentials) => {
    const response = await sandbox.fetch("https://api.amazon.com/auth/o2/token", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ grant_type: "refresh_token", ...credentials }).toString(),
    });
    return ((await response.json()) as { access_token: string }).access_token;
  };
  const send: Driver["send"] = async (operation, body, sending = {}) => {
    const [method = "", path = ""] = operation.split(" ");
    access ??= token();
    const { profile = US } = sending;
    const response = await sandbox.fetch(`${sending.host ?? HOSTS.na}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await access}`,
        "amazon-advertising-api-clientid": sandbox.credentials.client_id,
        ...(profile === null ? {} : { "amazon-advertising-api-scope": profile }),
        ...(body === undefined ? {} : { "content-type": sending.type ?? "application/json" }),
        accept: sending.accept ?? sending.type ?? "application/json",
        ...(sending.prefer ? { prefer: "return=representation" } : {}),
        ...sending.headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return read(response);
  };
  return {
    sandbox,
    token,
    send,
    sp: (operation, media, body = {}, sending = {}) =>
      send(operation, body, { type: vendor(media), ...sending }),
  };
}

export async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return { status: response.status, headers: response.headers, text, body: body as Fields };
}

/** Returns the list at one of these keys of a body, or the body itself if it is a list. */
export function listOf(body: unknown, ...names: string[]): Fields[] {
  const found = names.reduce<unknown>((value, name) => (value as Fields | undefined)?.[name], body);
  if (!Array.isArray(found)) throw new Error(`no list at ${names.join(".")}: ${JSON.stringify(body)}`);
  return found as Fields[];
}

/** Returns the text of a gzip file. */
export const unpack = async (response: Response): Promise<string> =>
  gunzipSync(new Uint8Array(await response.arrayBuffer())).toString();
