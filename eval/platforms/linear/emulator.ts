import { createEmulator } from "emulate";
import {
  buildClientSchema,
  getIntrospectionQuery,
  type GraphQLSchema,
  type IntrospectionQuery,
} from "graphql";
import { type GraphqlCall, narrow } from "./narrow.ts";

type Dict = Record<string, unknown>;

/** An emulator of Linear with a workspace of its own, of the package `emulate`. */
export interface LinearEmulator {
  /** The address of the emulator. */
  url: string;
  /** Sends requests to the emulator, without what the emulator does not know. */
  fetch: typeof globalThis.fetch;
  /** The requests that the emulator did not refuse, as the connector sent them. */
  sent: GraphqlCall[];
  /** Asks the emulator itself. */
  ask(query: string, variables?: Dict): Promise<Dict>;
  close(): Promise<void>;
}

let known: GraphQLSchema | undefined;

/** `token`: a token of the seed, with which `ask` reads. */
export async function linearEmulator(seed: Dict, token: string): Promise<LinearEmulator> {
  const emulator = await createEmulator({ service: "linear", port: 0, seed: { linear: seed } });
  const url = emulator.url.replace("localhost", "127.0.0.1");
  const post = (body: unknown, headers: Record<string, string>) =>
    fetch(`${url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const ask: LinearEmulator["ask"] = async (query, variables = {}) => {
    const response = await post({ query, variables }, { authorization: `Bearer ${token}` });
    const { data, errors } = (await response.json()) as { data?: Dict; errors?: unknown };
    if (!data) throw new Error(JSON.stringify(errors));
    return data;
  };
  const schema = (known ??= buildClientSchema(
    (await ask(getIntrospectionQuery())) as unknown as IntrospectionQuery,
  ));
  const sent: GraphqlCall[] = [];
  return {
    url,
    sent,
    ask,
    close: () => emulator.close(),
    async fetch(input, init) {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      if (pathname !== "/graphql")
        return fetch(url + pathname, {
          method: "POST",
          body: await request.text(),
          headers: request.headers,
        });
      const call = (await request.json()) as GraphqlCall;
      const authorization = request.headers.get("authorization");
      const response = await post(narrow(call, schema), authorization === null ? {} : { authorization });
      if (response.ok) sent.push(call);
      return response;
    },
  };
}
