import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { expect, test } from "vitest";
import { signIn } from "../support/operator.ts";
import { executePath, testService } from "../support/service.ts";
import { onBothStores } from "../support/stores.ts";

// The service starts again without a connector type of which its store has rows.

onBothStores((newLocation) => {
  test("rows of a type that is not offered any more are listed, and hide no other rows", async () => {
    const ads = amazonAdsSandbox();
    const { client_id, client_secret } = ads.credentials;
    const application = { client_id, client_secret };
    const location = await newLocation();
    const before = await testService(location, {
      connectors: [{ connector: AmazonAdsConnector, code: ads.options, application }],
    });
    const json = { external_user_id: "ana", connector_type: "amazon-ads", credentials: ads.credentials };
    const token = await before.applicationToken();
    const { body: amazon } = await before.ask("/v1/integrations/connectors", { token, json });
    const session = { external_user_id: "ana", connector_type: "amazon-ads" };
    const started = await before.ask("/v1/connect/sessions", { token, json: session });
    const configuration = { connector_type: "amazon-ads", configuration: application };
    await before.ask("/v1/oauth/credentials", { token, method: "PUT", json: configuration });
    const slack = await before.create("ana");
    const policy = { policy: { effects: ["read"] } };
    const ofType = { connector_type: "amazon-ads", ...policy };
    for (const json of [ofType, { connector_id: amazon.id, ...policy }])
      expect((await before.ask("/v1/policies", { token, method: "PUT", json })).status).toBe(200);
    await before.close();

    const service = await testService(location);
    try {
      const ask = async (path: string, more: object = {}) =>
        service.ask(path, { token: await service.applicationToken(), ...more });
      const { body: list } = await ask("/v1/integrations/connectors");
      expect(list.data.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
        [amazon.id, "type_not_offered"],
        [slack, "active"],
      ]);
      expect(list.data[0]).toMatchObject({
        connector_type: "amazon-ads",
        source_template: { id: amazon.source_template.id },
        credentials: { auth_method: "oauth", fields: [] },
        consent: null,
      });
      const { text } = await (await signIn(service, ["connect"])).get(`/operate/connectors/${amazon.id}`);
      expect(text).toContain("The service runs without this connector type.");
      expect(text).not.toContain("must be connected again");
      const path = `/v1/integrations/connectors/${amazon.id}`;
      expect((await ask(path)).body.status).toBe("type_not_offered");
      const renamed = await ask(path, { method: "PUT", json: { name: "Old ads" } });
      expect([renamed.status, renamed.body.name]).toEqual([200, "Old ads"]);
      expect((await ask("/v1/workspaces")).body.data).toMatchObject([{ name: "ana", connectors: 2 }]);
      const forUser = await ask("/api/v1/connectors/connectors_for_user?external_user_id=ana");
      expect(forUser.body.connectors).toHaveLength(2);
      expect((await ask("/v1/oauth/credentials")).body.data).toMatchObject([
        { connector_type: "amazon-ads" },
      ]);
      expect((await ask(`/v1/connect/sessions/${started.body.id}`)).body).toMatchObject({
        connector_type: "amazon-ads",
      });
      for (const filter of ["?connector_type=Amazon-Ads", `?definition_id=${amazon.source_template.id}`]) {
        const { body } = await ask(`/v1/integrations/connectors${filter}`);
        expect(body.data.map(({ id }: { id: string }) => id)).toEqual([amazon.id]);
      }
      for (const filter of ["", "?connector_type=amazon-ads"])
        expect((await ask(`/v1/policies${filter}`)).body.data).toHaveLength(2);
      const operator = await signIn(service, ["connect", "admin"]);
      for (const page of [
        "connectors",
        "connectors?connector_type=amazon-ads",
        "oauth-applications",
        "audit",
        "webhooks",
      ])
        expect([page, (await operator.get(`/operate/${page}`)).status]).toEqual([page, 200]);
      const again = await ask("/v1/policies", { method: "PUT", json: ofType });
      expect(again.body.code).toBe("unknown_connector_type");
      for (const target of ["connector_type=amazon-ads", `connector_id=${amazon.id}`])
        expect((await ask(`/v1/policies?${target}`, { method: "DELETE" })).status).toBe(200);
      expect((await ask("/v1/policies")).body.data).toEqual([]);
      const call = { entity: "profiles", action: "list", params: {} };
      const credentials = { json: { credentials: ads.credentials }, method: "PUT" };
      for (const refused of [
        await ask(executePath(amazon.id), { json: call }),
        await ask(`${path}/check`, { method: "POST" }),
        await ask(`${path}/credentials`, credentials),
        await ask("/v1/connect/sessions", { json: { external_user_id: "ana", connector_id: amazon.id } }),
      ])
        expect([refused.status, refused.body]).toMatchObject([
          422,
          {
            code: "unknown_connector_type",
            message: "This service runs without the connector type amazon-ads.",
            hint: expect.stringContaining("with this connector type"),
          },
        ]);
      expect((await ask(path, { method: "DELETE" })).status).toBe(202);
      const oauth = "/v1/oauth/credentials/connector_type/amazon-ads";
      expect((await ask(oauth, { method: "DELETE" })).status).toBe(200);
    } finally {
      await service.close();
    }
  });
});
