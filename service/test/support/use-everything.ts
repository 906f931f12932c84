import { expect } from "vitest";
import { executePath, type TestService } from "./service.ts";

const read = { entity: "channels", action: "list", params: { limit: 1 } };

/** Reads and writes rows of most tables. */
export async function useEverything(service: TestService, name: string): Promise<void> {
  const user = `user-${name}`;
  const application = await service.applicationToken();
  const token = await service.scopedToken(user);
  const id = await service.create(user);
  const ok = async (path: string, more: Parameters<TestService["ask"]>[1] = {}) => {
    const answer = await service.ask(path, { token: application, ...more });
    expect([name, path, answer.status, answer.body?.code]).toEqual([
      name,
      path,
      expect.any(Number),
      undefined,
    ]);
    expect([path, answer.status < 300]).toEqual([path, true]);
    return answer.body;
  };
  const write = { entity: "messages", action: "create", params: { channel: "#general", text: name } };
  for (const call of [read, write])
    await ok(executePath(id), {
      token,
      json: call,
      headers: { "idempotency-key": `${name}-${call.action}` },
    });
  await ok(`/v1/integrations/connectors/${id}`, { method: "PUT", token, json: { name: `renamed-${name}` } });
  await ok("/v1/integrations/connectors");
  await ok("/v1/policies", {
    method: "PUT",
    json: { external_user_id: user, connector_type: "Slack", policy: { effects: ["read", "write"] } },
  });
  const { token: longLived } = await ok("/v1/tokens", { json: { external_user_id: user, name: "program" } });
  await ok(executePath(id), { token: longLived, json: read });
  const { id: webhook } = await ok("/v1/webhooks", { json: { url: "https://hooks.example.com/x" } });
  await ok(`/v1/webhooks/${webhook}`, { method: "PATCH", json: { description: name } });
  await ok(`/v1/webhooks/${webhook}/deliveries`);
  await ok(`/v1/webhooks/${webhook}`, { method: "DELETE" });
  await ok("/v1/connect/sessions", { json: { external_user_id: user, connector_type: "Slack" } });
  await ok("/v1/journal");
  await ok("/v1/stops", { json: { external_user_id: user, by: "maya" } });
  await ok(`/v1/stops?external_user_id=${user}&by=maya`, { method: "DELETE" });
  await ok("/v1/audit");
  await ok(`/v1/users/${user}/tokens/revoke`, { json: {} });
  await service.service.sweep();
  await ok(`/v1/users/${user}`, { method: "DELETE" });
}
