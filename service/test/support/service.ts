import type { ConnectorOptions } from "agent-connectors";
import { slackSandbox, type SlackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import {
  openService,
  type ConnectorType,
  type OpenOptions,
  type OpenService,
} from "agent-connectors-service";
import type { EmptyLocation } from "./stores.ts";
import { rates } from "../limits/rates.ts";

export interface Answer {
  status: number;
  headers: Headers;
  /** The body as parsed JSON. Undefined if the body is not JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects
  body: any;
  text: string;
}

export interface Ask {
  method?: string;
  token?: string;
  json?: unknown;
  /** The raw body, which replaces `json`. */
  body?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  address?: string;
}

export interface TestService extends OpenService {
  sandbox: SlackSandbox;
  ask(path: string, ask?: Ask): Promise<Answer>;
  clientId: string;
  clientSecret: string;
  applicationToken(): Promise<string>;
  scopedToken(user: string, more?: object): Promise<string>;
  /** Creates a Slack connector for a user and returns its id. */
  create(user: string, more?: object): Promise<string>;
}

/** Starts a service in this process. Slack is a sandbox. */
export async function testService(
  location: EmptyLocation,
  {
    connectors = [],
    sandbox = slackSandbox({ rateLimits: false }),
    code,
    ...more
  }: Partial<OpenOptions> & {
    connectors?: ConnectorType[];
    sandbox?: SlackSandbox;
    code?: ConnectorOptions;
  } = {},
): Promise<TestService> {
  const clientId = "test-client";
  const clientSecret = "test-secret-of-more-than-32-characters";
  const opened = await openService({
    ...location,
    application: { client_id: clientId, client_secret: clientSecret },
    publicUrl: "https://service.test",
    connectors: [
      {
        connector: SlackConnector,
        code: { ...sandbox.options, ...code },
        application: { client_id: sandbox.app.client_id, client_secret: sandbox.app.client_secret },
      },
      ...connectors,
    ],
    ...more,
    limits: {
      perMinute: rates(10_000),
      ...more.limits,
    },
  });
  const ask: TestService["ask"] = async (path, { method, token, json, body, headers = {}, address } = {}) => {
    const content = body ?? (json === undefined ? undefined : JSON.stringify(json));
    const response = await opened.service(
      new Request(`http://service.test${path}`, {
        method: method ?? (content === undefined ? "GET" : "POST"),
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(content === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(content === undefined ? {} : { body: content }),
      }),
      { address },
    );
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parse(text) };
  };
  const ok = (answer: Answer) => {
    if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
    return answer.body;
  };
  const service: TestService = {
    ...opened,
    sandbox,
    ask,
    clientId,
    clientSecret,
    applicationToken: () =>
      ask("/api/v1/account/applications/token", {
        json: { client_id: clientId, client_secret: clientSecret },
      }).then((answer) => ok(answer).access_token as string),
    scopedToken: async (user, extra = {}) =>
      ok(
        await ask("/api/v1/account/applications/scoped-token", {
          token: await service.applicationToken(),
          json: { external_user_id: user, ...extra },
        }),
      ).token,
    create: async (user, extra = {}) =>
      ok(
        await ask("/v1/integrations/connectors", {
          token: await service.scopedToken(user),
          json: {
            external_user_id: user,
            connector_type: "Slack",
            credentials: { api_token: sandbox.tokens.bot },
            ...extra,
          },
        }),
      ).id,
  };
  return service;
}

export const executePath = (id: string): string => `/api/v1/connectors/sources/${id}/execute`;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
