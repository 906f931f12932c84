import { readFileSync } from "node:fs";
import { importConnector } from "agent-connectors/import";
import { systemClock } from "agent-connectors/toolkit";
import { addClient } from "../../src/access/client-secrets.ts";
import { confirmHosts } from "../../src/definitions/change-definition.ts";
import { createAudit } from "../../src/operations/audit.ts";
import { executePath, testService, type Answer, type TestService } from "../support/service.ts";
import type { EmptyLocation } from "../support/stores.ts";

const notes = readFileSync(new URL("../../../test/fixtures/import/notes.yaml", import.meta.url), "utf8");
export const host = "api.acme.example.com";
const imported = await importConnector(notes, { name: "notes", server: `https://${host}` });
const { connectFlow: _, ...rest } = imported.file;
const { key } = rest.auth;
/** The file that the importer makes, with two forms of credentials and a way to connect accounts. */
export const wholeFile = JSON.stringify(imported.file);
/** A connector file with one form of credentials. */
export const file = { ...rest, auth: { key: key! }, schemes: { key: rest.schemes!["key"]! } };

/** Returns the text of the file with changes. */
export const fileWith = (changes: object = {}): string => JSON.stringify({ ...file, ...changes });

export interface DefinitionsWorld {
  service: TestService;
  /** The requests to platforms, in order. */
  sent: { url: string; headers: Headers }[];
  /** Opens another replica on the same store of PostgreSQL. */
  replica(): Promise<TestService>;
  /** Ends the service, and opens the store again. */
  reopen(more?: Parameters<typeof testService>[1]): Promise<void>;
  /** Sends a request with an application token, by default one of the first organization. */
  ask(path: string, json?: unknown, method?: string, token?: string): Promise<Answer>;
  upload(text: string, token?: string): Promise<Answer>;
  activate(version: number, token?: string): Promise<Answer>;
  confirm(hosts: readonly string[], name?: string, organization?: string): Promise<unknown>;
  /** Returns an application token of a second organization. */
  otherToken(): Promise<string>;
  list(id: string, user?: string, service?: TestService): Promise<Answer>;
}

export const definitionsPath = "/v1/integrations/definitions";

export async function definitionsWorld(
  location: EmptyLocation,
  more: Parameters<typeof testService>[1] = {},
): Promise<DefinitionsWorld> {
  const sent: DefinitionsWorld["sent"] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    sent.push({ url: request.url, headers: request.headers });
    if (request.url === "https://login.acme.example/token")
      return Response.json({
        access_token: "at",
        refresh_token: "rt",
        token_type: "bearer",
        expires_in: 3600,
      });
    return Response.json({ data: [{ id: "1", text: "hi" }], meta: { next_cursor: null } });
  };
  const open = () => testService(location, { definitions: { code: { fetch } }, ...more });
  let service = await open();
  const ask: DefinitionsWorld["ask"] = async (path, json, method, token) =>
    service.ask(path, {
      token: token ?? (await service.applicationToken()),
      ...(json === undefined ? {} : { json }),
      ...(method === undefined ? {} : { method }),
    });
  const organizationOf = async (client: string) =>
    (await service.store.db.selectFrom("applications").select("organization_id").where("id", "=", client).executeTakeFirstOrThrow()).organization_id; // prettier-ignore
  return {
    get service() {
      return service;
    },
    sent,
    replica: open,
    async reopen(other) {
      await service.close();
      service = await (other === undefined ? open() : testService(location, other));
    },
    ask,
    upload: (text, token) => ask(definitionsPath, { file: text }, "POST", token),
    activate: (version, token) =>
      ask(`${definitionsPath}/notes/${version}/activate`, undefined, "POST", token),
    async confirm(hosts, name = "notes", organization) {
      const services = {
        store: service.store,
        audit: createAudit(service.store, systemClock, () => {}),
        clock: systemClock,
      };
      const actor = {
        organization: organization ?? (await organizationOf(service.clientId)),
        request: "command",
      };
      return confirmHosts(services, actor, { name, hosts, by: "Olga" });
    },
    async otherToken() {
      const other = { client_id: "other-client", client_secret: "other-secret-of-more-than-32-characters" };
      await service.store.transaction((db) =>
        addClient(
          db,
          {
            id: other.client_id,
            organization_id: "o2",
            name: "other",
            epoch: 0,
            secret: other.client_secret,
          },
          1,
        ),
      );
      return (await service.ask("/api/v1/account/applications/token", { json: other })).body
        .access_token as string;
    },
    list: async (id, user = "ana", from = service) =>
      from.ask(executePath(id), {
        token: await from.scopedToken(user),
        json: { entity: "notes", action: "list", params: { limit: 1 } },
      }),
  };
}
