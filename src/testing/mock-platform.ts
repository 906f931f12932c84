import { operationNames, type ActionDefinition } from "../core/contract/action.ts";
import type { ConnectorDefinition } from "../core/contract/definition.ts";
import type { JsonSchema } from "../core/contract/json-schema.ts";
import type { Operation } from "../core/contract/wire/operation.ts";
import type { Paging } from "../core/contract/wire/paging.ts";
import { type MockRequest, mockPage } from "./mock-pages.ts";
import { sampleOf, setAt } from "./sample.ts";

/** How the mock platform behaves in one check. */
export interface MockBehaviour {
  /** The status of the first answer to the action's operation. Later answers are normal. */
  firstStatus?: number | undefined;
  empty?: boolean | undefined;
  /** Whether the platform refuses all credentials. */
  refuse?: boolean | undefined;
}

export interface MockPlatform {
  fetch: typeof globalThis.fetch;
  /** The requests with accepted credentials, except requests for tokens. */
  requests: MockRequest[];
}

export interface MockedAction {
  definition: Pick<ActionDefinition, "calls" | "pick" | "paginated">;
  result: JsonSchema | undefined;
}

/** Creates a mock platform that answers from the connector's data. */
export function mockPlatform(
  { operations, schemes = {}, identify }: ConnectorDefinition,
  { definition, result }: MockedAction,
  { firstStatus, empty, refuse }: MockBehaviour = {},
): MockPlatform {
  const requests: MockRequest[] = [];
  const tokenUrls = Object.values(schemes)
    .flat()
    .flatMap((scheme) => ("tokenUrl" in scheme ? [new URL(scheme.tokenUrl).pathname] : []));
  const main = operations[operationNames(definition)[0]!]!;
  const answer = (request: MockRequest): Response => {
    const { pathname } = request.url;
    if (refuse) return Response.json({ error: "invalid_client", message: "refused" }, { status: 401 });
    // Some connectors have an action for the address that issues tokens.
    const isToken = tokenUrls.some((path) => pathname.endsWith(path)) && !matches(main, request);
    if (isToken && request.method === "POST")
      return Response.json({ access_token: "mock-access-token", expires_in: 3600, token_type: "bearer" });
    const isFirst = matches(main, request) && !requests.some((one) => matches(main, one));
    requests.push(request);
    if (isFirst && firstStatus !== undefined)
      return Response.json({}, { status: firstStatus, headers: { "retry-after": "2" } });
    if (empty) return new Response(null, { status: 204 });
    const operation = matches(main, request) ? main : undefined;
    const pick = definition.pick ?? operation?.response?.pick;
    if (operation?.paging && definition.paginated) {
      const paged = operation as Operation & { paging: Paging };
      const { body, headers } = mockPage(request, paged, { pick, item: result });
      return Response.json(body, { headers });
    }
    if (operation?.response?.kind === "text" || operation?.response?.kind === "file")
      return new Response("text");
    const record = sampleOf(result);
    const list: unknown = definition.paginated ? [record] : record;
    const path = operation ? pick : identify?.pick;
    return Response.json(path === undefined ? list : setAt({}, path, list));
  };
  return {
    requests,
    fetch: async (input, { method = "GET", headers, body } = {}) => {
      const url = new URL(input instanceof Request ? input.url : input);
      return answer({ method, url, headers: new Headers(headers), body: readBody(body) });
    },
  };
}

export function matches({ method, path }: Operation, request: Pick<MockRequest, "method" | "url">): boolean {
  const pattern = path
    .split(/\{\w+\}|:\w+/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("[^?]+");
  return method === request.method && new RegExp(`${pattern}$`).test(request.url.pathname);
}

function readBody(body: unknown): unknown {
  if (typeof body !== "string") return body ?? undefined;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return Object.fromEntries(new URLSearchParams(body));
  }
}
