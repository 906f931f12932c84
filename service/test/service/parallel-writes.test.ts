import { afterEach, expect, test } from "vitest";
import { executePath, testService, type Answer, type TestService } from "../support/service.ts";
import { onBothStores } from "../support/stores.ts";

const policies = "/v1/policies";
const connectors = "/v1/integrations/connectors";
const revocations = "/v1/applications/tokens/revoke";

onBothStores((newLocation, kind) => {
  const opened: TestService[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });

  test("parallel changes of one organization, through two replicas, all succeed and stay valid", async () => {
    const location = await newLocation();
    const start = async () => {
      const service = await testService(location);
      opened.push(service);
      return service;
    };
    const one = await start();
    // Only one process can serve a SQLite store.
    const other = kind === "postgres" ? await start() : one;
    const token = await one.applicationToken();
    const doomed = await Promise.all(Array.from({ length: 5 }, (_, nth) => one.create(`doomed${nth}`)));
    const revoked = await Promise.all(Array.from({ length: 5 }, () => one.scopedToken("u0")));
    const connector = (nth: number, replica: TestService) =>
      replica.ask(connectors, {
        token,
        json: {
          // Two connectors for each user, so both create the same user.
          external_user_id: `u${nth >> 1}`,
          connector_type: "Slack",
          credentials: { api_token: one.sandbox.tokens.bot },
        },
      });
    const changes: Promise<Answer>[] = [];
    const created: Promise<Answer>[] = [];
    for (let nth = 0; nth < 20; nth++) {
      const replica = nth % 2 === 0 ? one : other;
      created.push(connector(nth, replica));
      const json = {
        connector_type: "Slack",
        external_user_id: `p${nth}`,
        policy: { exclude: ["users.list"] },
      };
      changes.push(replica.ask(policies, { method: "PUT", token, json }));
    }
    for (const [nth, id] of doomed.entries()) {
      changes.push(other.ask(`${connectors}/${id}`, { method: "DELETE", token }));
      changes.push(one.ask(revocations, { token, json: { token: revoked[nth] } }));
    }
    const ids = (await Promise.all(created)).map(
      ({ status, body }) => [status, typeof body.id, body.id] as const,
    );
    expect(ids.map(([status, type]) => `${status} ${type}`)).toEqual(ids.map(() => "200 string"));
    expect(
      (await Promise.all(changes)).filter(({ status }) => status >= 300).map(({ text }) => text),
    ).toEqual([]);

    for (const replica of [one, other]) {
      const call = (id: string, by = token) =>
        replica.ask(executePath(id), {
          token: by,
          json: { entity: "users", action: "list", params: { limit: 1 } },
        });
      for (const [, , id] of ids) expect((await call(id)).status).toBe(200);
      for (const by of revoked) expect((await call(ids[0]![2], by)).status).toBe(401);
      const { data } = (await replica.ask(`${policies}?limit=100`, { token })).body;
      expect(data).toHaveLength(20);
      expect((await replica.ask(`${connectors}?limit=100`, { token })).body.data).toHaveLength(20);
      expect(replica.service.metrics()).not.toMatch(/refused_rows_total [1-9]/);
    }
    // A policy that the list had lost would be refused here.
    const denied = await one.create("p7");
    const answer = await other.ask(executePath(denied), { token, json: { entity: "users", action: "list" } });
    expect([answer.status, answer.body.code]).toEqual([403, "policy_denied"]);
  });
});
