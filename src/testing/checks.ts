import { operationNames } from "../core/contract/action.ts";
import type { Operation } from "../core/contract/wire/operation.ts";
import { ConnectorError } from "../core/ground/errors.ts";
import { type Dict, isDict } from "../core/ground/json.ts";
import type { Result } from "../core/contract/result.ts";
import { itemsOn, type MockRequest, pageCount } from "./mock-pages.ts";
import { matches, type MockBehaviour, type MockPlatform } from "./mock-platform.ts";
import type { TestedAction } from "./tested-action.ts";

export type OpenMock = (behaviour?: MockBehaviour) => {
  platform: MockPlatform;
  run: (params: Dict) => Promise<Result>;
  check: () => Promise<{ status: string }>;
};

export interface ConformanceCheck {
  name: string;
  /** Throws an error that describes the action's fault. Returns false if the check does not apply to the action. */
  run(action: TestedAction, open: OpenMock): Promise<boolean | void>;
}

const fail = (message: string): never => {
  throw new Error(message);
};

/** Returns the request of the action's operation. The other requests are reads of its `preview` or `guard`. */
const mainRequest = ({ operation }: TestedAction, { requests }: MockPlatform): MockRequest | undefined =>
  requests.find((request) => matches(operation, request));

const nameOf = ({ method, url }: MockRequest): string => `${method} ${url.pathname}`;

/** Values that must not become a part of a path. */
const hostile = ["..", ".", "%2e%2e", "a/../b", "../x", "..\\x", "a\nb", "/evil.example", "//evil.example", "%2f..", "\u0000", ""]; // prettier-ignore

/** The checks that run for every action without a `run` function. */
export const checks: readonly ConformanceCheck[] = [
  {
    name: "the example is sent as the operation says",
    async run(action, open) {
      const { platform, run } = open();
      await run(action.example);
      const [request] = platform.requests;
      if (!mainRequest(action, platform))
        fail(`sent ${request ? `${request.method} ${request.url.pathname}` : "nothing"}, and not ${action.operation.method} ${action.operation.path}.`); // prettier-ignore
    },
  },
  {
    name: "no default of a schema is sent",
    async run(action, open) {
      const { properties = {} } = action.params;
      const given = action.example;
      const defaults = Object.entries(properties).filter(
        ([name, schema]) =>
          schema.default !== undefined && schema.sendDefault !== true && given[name] === undefined,
      );
      if (defaults.length === 0) return false;
      const { platform, run } = open();
      await run(given);
      for (const [name] of defaults)
        if (isSent(action.operation, name, mainRequest(action, platform)))
          fail(`sent the default of ${name}.`);
      return true;
    },
  },
  {
    name: "pages are read to their end",
    async run(action, open) {
      const { paging } = action.operation;
      if (!action.definition.paginated || !paging) return false;
      const { platform, run } = open();
      const size = paging.default;
      let items = 0;
      let cursor: string | undefined;
      do {
        const { data, meta } = await run({ ...action.example, ...(paging.limit === undefined ? {} : { limit: size }), ...(cursor === undefined ? {} : { cursor }) }); // prettier-ignore
        items += Array.isArray(data) ? data.length : fail("returned no list.");
        cursor = meta.next_cursor;
      } while (cursor !== undefined && platform.requests.length <= pageCount);
      const all = [1, 2, 3].reduce((sum, page) => sum + itemsOn(page, size), 0);
      if (items !== all || platform.requests.length !== pageCount)
        fail(
          `read ${items} items on ${platform.requests.length} pages of a list with ${all} items on ${pageCount} pages.`,
        );
      return true;
    },
  },
  {
    name: "a refused credential is credential_rejected or reauth_required",
    run: (action, open) => expectCode(["credential_rejected", "reauth_required"], open({ refuse: true }).run(action.example)), // prettier-ignore
  },
  {
    name: "after status 429, the request is sent again",
    async run(action, open) {
      const { platform, run } = open({ firstStatus: 429 });
      await run(action.example);
      const sent = platform.requests.filter((request) => matches(action.operation, request));
      if (sent.length < 2) fail("did not send the request again.");
    },
  },
  {
    name: "an empty answer causes no error",
    async run(action, open) {
      await open({ empty: true }).run(action.example);
    },
  },
  {
    name: "a hostile value in the path is refused",
    async run(action, open) {
      const names = [...action.operation.path.matchAll(/\{(\w+)\}|:(\w+)/g)].map(
        ([, braces, colon]) => braces ?? colon!,
      );
      const texts = names.filter((name) => action.params.properties?.[name]?.type === "string");
      if (texts.length === 0) return false;
      // A write can read other records first, such as the people who can see it.
      const example = open();
      await example.run(action.example);
      const main = mainRequest(action, example.platform);
      const reads = new Set(example.platform.requests.filter((one) => one !== main).map(nameOf));
      for (const name of texts)
        for (const value of hostile) {
          const { platform, run } = open();
          const code = await codeOf(run({ ...action.example, [name]: value }));
          const sent = platform.requests.find((one) => !reads.has(nameOf(one)));
          if (sent) fail(`sent ${sent.url.pathname} for ${name} ${JSON.stringify(value)}.`);
          if (code === undefined) fail(`accepted ${JSON.stringify(value)} as ${name}.`);
        }
      return true;
    },
  },
];

async function expectCode(codes: readonly string[], call: Promise<unknown>): Promise<void> {
  const code = await codeOf(call);
  if (code === undefined || !codes.includes(code)) fail(`ended with ${code ?? "success"}, and not with ${codes.join(" or ")}.`); // prettier-ignore
}

const codeOf = async (call: Promise<unknown>): Promise<string | undefined> => {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (ConnectorError.is(error)) return error.code;
    throw error;
  }
};

/** Returns whether a request contains an argument. The operation can give the argument another name. */
function isSent(
  { arguments: names = {} }: Operation,
  argument: string,
  request: MockRequest | undefined,
): boolean {
  const wire = Object.hasOwn(names, argument) ? names[argument]! : argument;
  const name = typeof wire === "string" ? wire : (wire.name ?? argument);
  const body = isDict(request?.body) ? request.body : {};
  const [top] = name.split(".");
  return request !== undefined && (request.url.searchParams.has(name) || Object.hasOwn(body, name) || Object.hasOwn(body, top!) || request.headers.has(name)); // prettier-ignore
}

/** Returns whether an action has operations and no `run`, so that its data describe it completely. */
export const isData = (action: TestedAction): boolean =>
  action.definition.run === undefined && operationNames(action.definition).length > 0;
