import { randomUUID } from "node:crypto";
import type { Sent } from "./load.ts";

export interface BenchUser {
  path: string;
  token: string;
}

/** Creates users with a connector and a token each. `first`: the number of the first one. */
export async function openUsers(
  url: string,
  application: object,
  count: number,
  first = 0,
): Promise<BenchUser[]> {
  const post = async (path: string, body: object, token = "") => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as { access_token: string; token: string; id: string };
  };
  const { access_token } = await post("/v1/applications/token", application);
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const nth = first + index;
      const external_user_id = `user-${nth}`;
      const { token } = await post("/v1/applications/scoped-token", { external_user_id }, access_token);
      const connector = {
        external_user_id,
        connector_type: "slack",
        credentials: { api_token: `xoxb-bench-${nth}` },
      };
      const { id } = await post("/v1/integrations/connectors", connector, token);
      return { path: `/v1/integrations/connectors/${id}/execute`, token };
    }),
  );
}

const headersOf = ({ token }: BenchUser) => ({
  authorization: `Bearer ${token}`,
  "content-type": "application/json",
});

const read = JSON.stringify({ entity: "channels", action: "get", params: { channel: "C012AB3CD" } });
const write = JSON.stringify({
  entity: "messages",
  action: "create",
  params: { channel: "C012AB3CD", text: "Hello world!" },
});

/** Returns requests that read, of one user after the other. */
export const readsOf =
  (users: readonly BenchUser[]) =>
  (nth: number): Sent => {
    const user = users[nth % users.length]!;
    return { path: user.path, headers: headersOf(user), body: read };
  };

/** Returns requests that write, each with a new idempotency key. */
export const writesOf =
  (users: readonly BenchUser[]) =>
  (nth: number): Sent => {
    const user = users[nth % users.length]!;
    return { path: user.path, headers: { ...headersOf(user), "idempotency-key": randomUUID() }, body: write };
  };

/** The request of the pass-through. */
export const passed = (): Sent => ({
  path: "/execute",
  headers: { authorization: "Bearer none", "content-type": "application/json" },
  body: read,
});
