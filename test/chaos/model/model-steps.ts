import type { Answer } from "../client.ts";
import type { Platform } from "../platform.ts";
import type { Random } from "../random.ts";
import { connectorOf, connectorsPath as path, messageOf } from "../writes.ts";
import type { ModelConnector, Organization } from "./model-state.ts";

export interface ModelRequest {
  method: string;
  path: string;
  json?: object;
  headers?: Record<string, string>;
  /** Default: the application's token. */
  token?: string | undefined;
  /** Whether the path names something that only this organization has. */
  owned?: boolean;
  /** The text of a new message. */
  text?: string;
  /** Compares the answer with the model, changes the model, and returns the differences. */
  check(answer: Answer, platform: Platform): string[];
}

export interface Step {
  /** The operation of the OpenAPI document. */
  operation: string;
  /** Returns undefined if the model has nothing for which the route can be called. */
  request(own: Organization, random: Random): ModelRequest | undefined;
}

const definitionsPath = "/v1/integrations/definitions";
const userNames = ["ana", "bob", "cy"];

const same = (what: string, found: unknown, wanted: unknown): string[] =>
  JSON.stringify(found) === JSON.stringify(wanted)
    ? []
    : [`${what} is ${JSON.stringify(found)}, and not ${JSON.stringify(wanted)}`];
/** Compares a status, and only if it is right, runs `more`. */
const expect = (answer: Answer, status: number, more: () => string[] = () => []): string[] =>
  answer.status === status ? more() : [`the status is ${answer.status}, and not ${status}`];
const sorted = (list: readonly string[]) => list.toSorted();
const idsOf = (data: readonly { id: string }[]) => sorted(data.map(({ id }) => id));
const some = <T>(list: readonly T[], random: Random): T | undefined =>
  list.length === 0 ? undefined : random.pick(list);
const remove = <T>(list: T[], gone: (one: T) => boolean) =>
  list.splice(0, list.length, ...list.filter((one) => !gone(one)));

/** A route that returns all things of one kind. */
const list = (operation: string, at: string, wanted: (own: Organization) => readonly string[]): Step => ({
  operation,
  request: (own) => ({
    method: "GET",
    path: at,
    check: (answer) =>
      expect(answer, 200, () => same("the list", idsOf(answer.body.data), sorted(wanted(own)))),
  }),
});

function newText(own: Organization): string {
  return `${own.client_id} text ${own.number++}`;
}

/** Runs a write, and expects what stops, policies and approvals say. */
function write(
  own: Organization,
  connector: ModelConnector,
  key: string | undefined,
  text: string,
  tool: boolean,
): ModelRequest {
  const run = `${own.client_id} run`;
  const call = messageOf(text);
  return {
    method: "POST",
    path: `${path}/${connector.id}/${tool ? "tools/call" : "execute"}`,
    json: tool
      ? { tool: "slack", arguments: { entity: call.entity, action: call.action, params: call.params }, run }
      : { ...call, run },
    ...(key ? { headers: { "idempotency-key": key } } : {}),
    token: own.users.get(connector.user),
    text,
    check(answer, platform) {
      const { policy } = connector;
      // A person is asked about a write before the service looks whether writes are stopped.
      const runs = policy === "none" && !own.stopped && !connector.stopped;
      const posted = same("the number of posted messages", platform.posted(text), runs ? 1 : 0);
      if (runs) own.writes.push({ text, connector: connector.id, user: connector.user, run });
      if (runs && key) own.keys.push({ key, connector: connector.id, text });
      if (tool) return [...posted, ...expect(answer, 200, () => same("ok", answer.body.ok, runs))];
      if (policy === "ask" && answer.status === 202)
        own.approvals.push({
          id: answer.body.pending.id,
          connector: connector.id,
          user: connector.user,
          text,
          status: "pending",
        });
      if (policy === "ask") return [...posted, ...expect(answer, 202)];
      if (policy === "read") return [...posted, ...same("the code", answer.body.code, "policy_denied")];
      return [...posted, ...(runs ? expect(answer, 200) : same("the code", answer.body.code, "stopped"))];
    },
  };
}

export const steps: readonly Step[] = [
  {
    operation: "getApplicationToken",
    request: (own, random) => {
      const wrong = random.chance(0.05);
      const { client_id, client_secret } = own;
      return {
        method: "POST",
        path: "/v1/applications/token",
        json: { client_id, client_secret: wrong ? `${client_secret}x` : client_secret },
        check: (answer) =>
          wrong
            ? expect(answer, 401)
            : expect(answer, 200, () => ((own.token = answer.body.access_token), [])),
      };
    },
  },
  {
    operation: "getScopedToken",
    request(own, random) {
      const user = random.pick(userNames);
      return {
        method: "POST",
        path: "/v1/applications/scoped-token",
        json: { external_user_id: user },
        check: (answer) => expect(answer, 200, () => (own.users.set(user, answer.body.token), [])),
      };
    },
  },
  {
    operation: "getScopedTokenInfo",
    request(own, random) {
      const [user, token] = some(workingUsers(own), random) ?? [];
      if (!user) return undefined;
      return {
        method: "GET",
        path: "/v1/applications/scoped-token/info",
        token,
        check: (answer) => expect(answer, 200, () => same("the user", answer.body.external_user_id, user)),
      };
    },
  },
  {
    operation: "listWorkspaces",
    request: (own) => ({
      method: "GET",
      path: "/v1/workspaces?limit=200",
      check: (answer) =>
        expect(answer, 200, () =>
          same(
            "the users",
            sorted((answer.body.data as { name: string }[]).map(({ name }) => name)),
            sorted([...own.users.keys()]),
          ),
        ),
    }),
  },
  {
    operation: "revokeUserTokens",
    request(own, random) {
      const user = random.pick(userNames);
      const isKnown = own.users.has(user);
      return {
        method: "POST",
        path: `/v1/users/${user}/tokens/revoke`,
        json: {},
        check(answer) {
          // A scoped token of the user is needed before the next call of this user.
          const old = own.users.get(user);
          own.users.delete(user);
          if (isKnown) own.users.set(user, `revoked ${old}`);
          remove(own.tokens, (one) => one.user === user);
          return expect(answer, isKnown ? 200 : 404);
        },
      };
    },
  },
  {
    operation: "deleteUser",
    request(own, random) {
      if (!random.chance(0.3)) return undefined;
      const user = random.pick(userNames);
      const isKnown = own.users.has(user);
      return {
        method: "DELETE",
        path: `/v1/users/${user}`,
        check(answer) {
          own.users.delete(user);
          own.policies.delete(user);
          const mine = new Set(own.connectors.filter((one) => one.user === user).map(({ id }) => id));
          for (const kind of [own.connectors, own.tokens, own.sessions] as { user: string }[][])
            remove(kind, (one) => one.user === user);
          for (const kind of [own.approvals, own.writes, own.keys] as { connector: string }[][])
            remove(kind, (one) => mine.has(one.connector));
          return expect(answer, isKnown ? 200 : 404);
        },
      };
    },
  },
  {
    operation: "createConnector",
    request(own, random) {
      const user = random.pick(userNames);
      if (own.connectors.filter((one) => one.user === user).length >= 3) return undefined;
      const name = `connector ${own.number++}`;
      return {
        method: "POST",
        path,
        json: { ...connectorOf(name), external_user_id: user },
        check: (answer) =>
          expect(answer, 200, () => {
            // The connectors of a user with the same credentials have one policy.
            const policy = own.policies.get(user) ?? "none";
            own.connectors.push({ id: answer.body.id, name, user, policy, stopped: false });
            if (!own.users.has(user)) own.users.set(user, "none");
            return same("the record", [answer.body.name, answer.body.external_user_id], [name, user]);
          }),
      };
    },
  },
  list("listConnectors", `${path}?limit=200`, (own) => own.connectors.map(({ id }) => id)),
  {
    operation: "listConnectors",
    request(own, random) {
      const [user, token] = some(workingUsers(own), random) ?? [];
      if (!user) return undefined;
      const wanted = own.connectors.filter((one) => one.user === user).map(({ id }) => id);
      return {
        method: "GET",
        path: `${path}?limit=200`,
        token,
        check: (answer) =>
          expect(answer, 200, () => same("the list", idsOf(answer.body.data), sorted(wanted))),
      };
    },
  },
  {
    operation: "listConnectorsForUser",
    request(own, random) {
      const user = random.pick(userNames);
      const wanted = own.connectors.filter((one) => one.user === user).map(({ id }) => id);
      return {
        method: "GET",
        path: `/api/v1/connectors/connectors_for_user?external_user_id=${user}&definition_id=c2281cee-86f9-4a86-bb48-d23286b4c7bd`,
        check: (answer) =>
          expect(answer, 200, () => same("the list", idsOf(answer.body.connectors), sorted(wanted))),
      };
    },
  },
  ofConnector("getConnector", "GET", "", undefined, (connector, answer) =>
    expect(answer, 200, () => same("the name", answer.body.name, connector.name)),
  ),
  {
    operation: "renameConnector",
    request(own, random) {
      const connector = some(own.connectors, random);
      const name = `renamed ${own.number++}`;
      return (
        connector && {
          method: "PUT",
          path: `${path}/${connector.id}`,
          json: { name },
          owned: true,
          check: (answer) => (
            (connector.name = name),
            expect(answer, 200, () => same("the name", answer.body.name, name))
          ),
        }
      );
    },
  },
  ofConnector("replaceCredentials", "PUT", "/credentials", {
    credentials: { api_token: "xoxb-sandbox-bot" },
  }),
  ofConnector("explainConnector", "GET", "/explain"),
  ofConnector("checkConnector", "POST", "/check", undefined, (_, answer) =>
    expect(answer, 200, () => same("the status", answer.body.status, "healthy")),
  ),
  ofConnector("listTools", "GET", "/tools?dialect=openai", undefined, (_, answer) =>
    expect(answer, 200, () => same("the tools", answer.body.tools.length > 0, true)),
  ),
  {
    operation: "deleteConnector",
    request(own, random) {
      const connector = random.chance(0.3) ? some(own.connectors, random) : undefined;
      return (
        connector && {
          method: "DELETE",
          path: `${path}/${connector.id}`,
          owned: true,
          check(answer) {
            remove(own.connectors, ({ id }) => id === connector.id);
            for (const kind of [own.approvals, own.writes] as { connector: string }[][])
              remove(kind, (one) => one.connector === connector.id);
            remove(own.keys, (one) => one.connector === connector.id);
            return expect(answer, 202);
          },
        }
      );
    },
  },
  {
    operation: "execute",
    request(own, random) {
      const connector = some(usable(own), random);
      const key = random.chance(0.5) ? `key-${own.number++}` : undefined;
      return connector && { ...write(own, connector, key, newText(own), false), owned: false };
    },
  },
  {
    operation: "execute",
    request(own, random) {
      const used = some(own.keys, random);
      const connector = used && usable(own).find(({ id }) => id === used.connector);
      if (!used || !connector) return undefined;
      // Only a policy with rules for approvals reads whether the key was asked about. All others replay the answer.
      return {
        method: "POST",
        path: `${path}/${connector.id}/execute`,
        json: { ...messageOf(used.text), run: `${own.client_id} run` },
        headers: { "idempotency-key": used.key },
        token: own.users.get(connector.user),
        check: (answer, platform) => [
          ...same("the number of posted messages", platform.posted(used.text), 1),
          ...expect(answer, 200),
        ],
      };
    },
  },
  {
    operation: "callTool",
    request(own, random) {
      const connector = some(
        usable(own).filter(({ policy }) => policy === "none"),
        random,
      );
      return connector && write(own, connector, undefined, newText(own), true);
    },
  },
  {
    operation: "mcp",
    request(own, random) {
      const [user, token] = some(workingUsers(own), random) ?? [];
      if (!user) return undefined;
      return {
        method: "POST",
        path: "/mcp",
        token,
        json: { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} },
        headers: { accept: "application/json, text/event-stream" },
        check: (answer) => expect(answer, 200),
      };
    },
  },
  {
    operation: "setPolicy",
    request(own, random) {
      const connector = some(own.connectors, random);
      const policy = random.pick(["ask", "read"] as const);
      return (
        connector && {
          method: "PUT",
          path: "/v1/policies",
          json: {
            connector_id: connector.id,
            policy: policy === "ask" ? { approval: [{ effects: ["write"] }] } : { effects: ["read"] },
          },
          check(answer) {
            own.policies.set(connector.user, policy);
            for (const one of own.connectors) if (one.user === connector.user) one.policy = policy;
            return expect(answer, 200);
          },
        }
      );
    },
  },
  {
    operation: "deletePolicy",
    request(own, random) {
      const connector = some(
        own.connectors.filter(({ policy }) => policy !== "none"),
        random,
      );
      return (
        connector && {
          method: "DELETE",
          path: `/v1/policies?connector_id=${connector.id}`,
          check(answer) {
            own.policies.delete(connector.user);
            for (const one of own.connectors) if (one.user === connector.user) one.policy = "none";
            return expect(answer, 200);
          },
        }
      );
    },
  },
  {
    operation: "createLongLivedToken",
    request(own, random) {
      const user = some([...own.users.keys()], random);
      const name = `program ${own.number++}`;
      return user === undefined
        ? undefined
        : {
            method: "POST",
            path: "/v1/tokens",
            json: { external_user_id: user, name },
            check: (answer) =>
              expect(answer, 200, () => {
                own.tokens.push({ id: answer.body.id, text: answer.body.token, user, name });
                return [];
              }),
          };
    },
  },
  list("listLongLivedTokens", "/v1/tokens?limit=200", (own) => own.tokens.map(({ id }) => id)),
  {
    operation: "revokeLongLivedToken",
    request(own, random) {
      const one = some(own.tokens, random);
      return (
        one && {
          method: "DELETE",
          path: `/v1/tokens/${one.id}`,
          owned: true,
          check: (answer) => (remove(own.tokens, ({ id }) => id === one.id), expect(answer, 200)),
        }
      );
    },
  },
  {
    operation: "createWebhook",
    request(own) {
      if (own.webhooks.length >= 5) return undefined;
      const description = `webhook ${own.number++}`;
      return {
        method: "POST",
        path: "/v1/webhooks",
        json: { url: "http://127.0.0.1:9", event_types: ["connector.deleted"], description },
        check: (answer) =>
          expect(answer, 200, () => {
            own.webhooks.push({ id: answer.body.id, description, status: "enabled" });
            return same("a secret", typeof answer.body.secret, "string");
          }),
      };
    },
  },
  list("listWebhooks", "/v1/webhooks", (own) => own.webhooks.map(({ id }) => id)),
  ofWebhook("getWebhook", "GET", "", undefined, (one, answer) =>
    same("the endpoint", [answer.body.description, answer.body.status], [one.description, one.status]),
  ),
  ofWebhook("changeWebhook", "PATCH", "", { status: "disabled" }, (one) => ((one.status = "disabled"), [])),
  ofWebhook("replaceWebhookSecret", "POST", "/secret", {}),
  ofWebhook("listWebhookDeliveries", "GET", "/deliveries"),
  {
    operation: "deleteWebhook",
    request(own, random) {
      const one = some(own.webhooks, random);
      return (
        one && {
          method: "DELETE",
          path: `/v1/webhooks/${one.id}`,
          owned: true,
          check: (answer) => (remove(own.webhooks, ({ id }) => id === one.id), expect(answer, 200)),
        }
      );
    },
  },
  list("listApprovals", "/v1/approvals?limit=200", (own) =>
    own.approvals.filter(({ status }) => status === "pending").map(({ id }) => id),
  ),
  {
    operation: "listApprovals",
    request(own, random) {
      const [user, token] = some(workingUsers(own), random) ?? [];
      if (!user) return undefined;
      const wanted = own.approvals
        .filter((one) => one.user === user && one.status === "pending")
        .map(({ id }) => id);
      return {
        method: "GET",
        path: "/v1/approvals?limit=200",
        token,
        check: (answer) =>
          expect(answer, 200, () => same("the list", idsOf(answer.body.data), sorted(wanted))),
      };
    },
  },
  ofApproval("getApproval", "GET", "", undefined, (one, answer) =>
    expect(answer, 200, () => same("the status", answer.body.status, one.status)),
  ),
  ofApproval("linkApproval", "POST", "/links", { by: "maya" }, (_, answer) => expect(answer, 200)),
  ofApproval("cancelApproval", "POST", "/cancel", {}, (one, answer) => {
    if (one.status !== "pending")
      return same("the code", answer.status >= 400 || answer.body.status === one.status, true);
    one.status = "cancelled";
    return expect(answer, 200, () => same("the status", answer.body.status, "cancelled"));
  }),
  {
    operation: "decideApproval",
    request(own, random) {
      const one = some(
        own.approvals.filter(({ status }) => status === "pending"),
        random,
      );
      const connector = one && own.connectors.find(({ id }) => id === one.connector);
      if (!one || !connector) return undefined;
      const approve = random.chance(0.7);
      return {
        method: "POST",
        path: `/v1/approvals/${one.id}/decide`,
        json: { approve, by: "maya", signed_in: true },
        owned: true,
        check(answer, platform) {
          one.status = approve ? "ended" : "rejected";
          const isLive = own.users.get(one.user)?.startsWith("ey") === true;
          const stopped = own.stopped || connector.stopped || connector.policy === "read";
          const runs = approve && !stopped && isLive && platform.posted(one.text) === 1;
          if (platform.posted(one.text) > 0)
            own.writes.push({
              text: one.text,
              connector: one.connector,
              user: one.user,
              run: `${own.client_id} run`,
            });
          return [
            ...expect(answer, 200, () => same("the status", answer.body.status, one.status)),
            ...(approve && !stopped && answer.body.outcome?.ok === true
              ? same("the message is posted", runs, true)
              : []),
            ...(!approve || stopped
              ? same("the number of posted messages", platform.posted(one.text), 0)
              : []),
          ];
        },
      };
    },
  },
  {
    operation: "listJournal",
    request: (own) => ({
      method: "GET",
      path: "/v1/journal?limit=200",
      check: (answer) => expect(answer, 200, () => journalOf(answer, own.writes)),
    }),
  },
  {
    operation: "stopWrites",
    request(own, random) {
      const connector = random.chance(0.6) ? some(own.connectors, random) : undefined;
      if (!connector && random.chance(0.5)) return undefined;
      return {
        method: "POST",
        path: "/v1/stops",
        json: { by: "maya", ...(connector ? { connector_id: connector.id } : {}) },
        check(answer) {
          if (connector) connector.stopped = true;
          else own.stopped = true;
          return expect(answer, 200);
        },
      };
    },
  },
  {
    operation: "listStops",
    request: (own) => ({
      method: "GET",
      path: "/v1/stops",
      check: (answer) =>
        expect(answer, 200, () =>
          same(
            "the number of stops",
            answer.body.data.length,
            own.connectors.filter(({ stopped }) => stopped).length + (own.stopped ? 1 : 0),
          ),
        ),
    }),
  },
  {
    operation: "resumeWrites",
    request(own, random) {
      const connector = some(
        own.connectors.filter(({ stopped }) => stopped),
        random,
      );
      const wanted = connector ? true : own.stopped;
      return {
        method: "DELETE",
        path: `/v1/stops?by=maya${connector ? `&connector_id=${connector.id}` : ""}`,
        check(answer) {
          if (connector) connector.stopped = false;
          else own.stopped = false;
          return expect(answer, 200, () => same("resumed", answer.body.resumed, wanted));
        },
      };
    },
  },
  {
    operation: "setOauthApplication",
    request: (own) => ({
      method: "PUT",
      path: "/v1/oauth/credentials",
      json: { connector_type: "slack", configuration: { client_id: "1.2", client_secret: "chaos" } },
      check: (answer) => ((own.oauth = true), expect(answer, 200)),
    }),
  },
  {
    operation: "listOauthApplications",
    request: (own) => ({
      method: "GET",
      path: "/v1/oauth/credentials",
      check: (answer) =>
        expect(answer, 200, () => same("the number", answer.body.data.length, own.oauth ? 1 : 0)),
    }),
  },
  {
    operation: "deleteOauthApplication",
    request: (own, random) =>
      random.chance(0.4)
        ? {
            method: "DELETE",
            path: "/v1/oauth/credentials/connector_type/slack",
            check(answer) {
              const wanted = own.oauth ? 200 : 404;
              own.oauth = false;
              return expect(answer, wanted);
            },
          }
        : undefined,
  },
  {
    operation: "uploadDefinition",
    request(own) {
      const name = `${own.client_id}-${own.number++}`;
      const file = {
        format: 1,
        name,
        title: "Acme",
        endpoint: "https://api.acme.example.com",
        auth: { key: { key: { description: "The key." } } },
        schemes: { key: { kind: "bearer", token: "{key}" } },
        operations: {
          "notes.list": { method: "GET", path: "/notes", docs: "https://docs.acme.example.com" },
        },
        actions: {
          notes: {
            list: {
              description: "Lists notes.",
              effect: "read",
              params: { type: "object" },
              example: {},
              calls: "notes.list",
            },
          },
        },
      };
      return {
        method: "POST",
        path: definitionsPath,
        json: { file: JSON.stringify(file) },
        check: (answer) =>
          own.definitions.length < 20
            ? expect(
                answer,
                200,
                () => (own.definitions.push(name), same("the state", answer.body.state, "draft")),
              )
            : expect(answer, 422),
      };
    },
  },
  {
    operation: "listDefinitions",
    request: (own) => ({
      method: "GET",
      path: definitionsPath,
      check: (answer) =>
        expect(answer, 200, () =>
          same(
            "the list",
            sorted((answer.body.data as { name: string }[]).map(({ name }) => name)),
            sorted(own.definitions),
          ),
        ),
    }),
  },
  ofDefinition("getDefinition", "GET", "", (_, name, answer) =>
    expect(answer, 200, () => same("the name", JSON.parse(answer.body.file).name, name)),
  ),
  // No operator has confirmed the hosts.
  ofDefinition("activateDefinition", "POST", "/activate", (_, __, answer) => expect(answer, 422)),
  ofDefinition("deleteDefinition", "DELETE", "", (own, name, answer) =>
    expect(answer, 200, () => (remove(own.definitions, (one) => one === name), [])),
  ),
  {
    operation: "createConnectSession",
    request(own, random) {
      const user = some([...own.users.keys()], random);
      return user === undefined
        ? undefined
        : {
            method: "POST",
            path: "/v1/connect/sessions",
            json: { external_user_id: user, connector_type: "slack" },
            check(answer) {
              if (!own.oauth) return expect(answer, 422);
              return expect(answer, 200, () => (own.sessions.push({ id: answer.body.id, user }), []));
            },
          };
    },
  },
  {
    operation: "getConnectSession",
    request(own, random) {
      const one = some(own.sessions, random);
      return (
        one && {
          method: "GET",
          path: `/v1/connect/sessions/${one.id}`,
          owned: true,
          check: (answer) =>
            expect(answer, 200, () => same("the user", answer.body.external_user_id, one.user)),
        }
      );
    },
  },
  {
    operation: "setReturnUrls",
    request(own, random) {
      const urls = random.chance(0.5) ? ["https://app.example/back"] : [];
      return {
        method: "PUT",
        path: `/v1/organization/applications/${own.client_id}/return_urls`,
        json: { return_urls: urls },
        owned: true,
        check: (answer) => (
          (own.returnUrls = urls),
          expect(answer, 200, () => same("the list", answer.body.return_urls, urls))
        ),
      };
    },
  },
  {
    operation: "listApplications",
    request: (own) => ({
      method: "GET",
      path: "/v1/organization/applications",
      check: (answer) =>
        expect(answer, 200, () =>
          same(
            "the applications",
            (answer.body.data as { client_id: string; return_urls: string[] }[]).map((one) => [
              one.client_id,
              one.return_urls,
            ]),
            [[own.client_id, own.returnUrls]],
          ),
        ),
    }),
  },
  {
    operation: "readAudit",
    request: (own) => ({
      method: "GET",
      path: "/v1/audit?limit=200",
      check: (answer) =>
        expect(answer, 200, () =>
          (answer.body.data as { client_id: string | null }[])
            .filter(({ client_id }) => client_id !== null && client_id !== own.client_id)
            .map(({ client_id }) => `a row belongs to ${client_id}`),
        ),
    }),
  },
  ...["/healthz", "/readyz"].map((at): Step => ({
    operation: at === "/healthz" ? "health" : "ready",
    request: () => ({ method: "GET", path: at, check: (answer) => expect(answer, 200) }),
  })),
  {
    operation: "listConnectorTypes",
    request: () => ({
      method: "GET",
      path: "/v1/integrations/connector_types",
      check: (answer) => expect(answer, 200, () => same("the number", answer.body.data.length, 1)),
    }),
  },
];

/** The routes that the model does not call, and what tests them instead. */
export const without: Readonly<Record<string, string>> = Object.fromEntries(
  (
    [
      [
        "jobs and clock-jumps, because reports need a simulated Amazon Ads",
        ["listJobs", "getJob", "readJob", "cancelJob"],
      ],
      [
        "sign-in-attacks and crossed-calls, because a person must sign in",
        ["getProtectedResource", "getAuthorizationServer", "getOpenidConfiguration", "getSigningKeys"],
      ],
      [
        "sign-in-attacks, because a person must sign in",
        [
          "getPersonToken",
          "revokePersonToken",
          "setSignIn",
          "getSignIn",
          "deleteSignIn",
          "createSignIn",
          "listAgreements",
          "endAgreement",
        ],
      ],
      [
        "connect-attacks, because a person must connect an account",
        ["initiateOauth", "confirmConnectSession", "getOauthSpec"],
      ],
      [
        "service/test/routes/account, because they end the application of the walk",
        [
          "disableApplication",
          "enableApplication",
          "revokeApplicationTokens",
          "deleteApplication",
          "revokeToken",
          "setConfirmSessions",
        ],
      ],
      [
        "service/test/webhooks, because they need a receiver",
        ["testWebhook", "getWebhookDelivery", "redeliverWebhook"],
      ],
      ["approvals", ["undoRun", "listPermissions", "endPermission"]],
      [
        "service/test/routes/account, because policies of accounts outlive their connectors",
        ["listPolicies"],
      ],
    ] as const
  ).flatMap(([why, operations]) => operations.map((operation) => [operation, why])),
);

/** The users whose scoped token works. */
function workingUsers({ users }: Organization): [string, string][] {
  return [...users].filter(([, token]) => token.startsWith("ey"));
}

/** The connectors whose user has a working token. */
function usable(own: Organization): ModelConnector[] {
  const users = new Set(workingUsers(own).map(([user]) => user));
  return own.connectors.filter(({ user }) => users.has(user));
}

function journalOf(answer: Answer, writes: Organization["writes"]): string[] {
  const texts = (answer.body.data as { status: string; params: { text: string } }[])
    .filter(({ status }) => status === "ok")
    .map(({ params }) => params.text);
  const wanted = writes.map(({ text }) => text).toReversed();
  return same("the newest writes", texts, wanted.slice(0, texts.length));
}

function ofConnector(
  operation: string,
  method: string,
  rest: string,
  json?: object,
  check: (connector: ModelConnector, answer: Answer) => string[] = (_, answer) => expect(answer, 200),
): Step {
  return {
    operation,
    request(own, random) {
      const one = some(own.connectors, random);
      return (
        one && {
          method,
          path: `${path}/${one.id}${rest}`,
          ...(json ? { json } : {}),
          owned: true,
          check: (answer) => check(one, answer),
        }
      );
    },
  };
}

function ofWebhook(
  operation: string,
  method: string,
  rest: string,
  json?: object,
  check: (one: Organization["webhooks"][number], answer: Answer) => string[] = () => [],
): Step {
  return {
    operation,
    request(own, random) {
      const one = some(own.webhooks, random);
      return (
        one && {
          method,
          path: `/v1/webhooks/${one.id}${rest}`,
          ...(json ? { json } : {}),
          owned: true,
          check: (answer) => expect(answer, 200, () => check(one, answer)),
        }
      );
    },
  };
}

function ofDefinition(
  operation: string,
  method: string,
  rest: string,
  check: (own: Organization, name: string, answer: Answer) => string[],
): Step {
  return {
    operation,
    request(own, random) {
      const name = some(own.definitions, random);
      return name === undefined
        ? undefined
        : {
            method,
            path: `${definitionsPath}/${name}/1${rest}`,
            owned: true,
            check: (answer) => check(own, name, answer),
          };
    },
  };
}

function ofApproval(
  operation: string,
  method: string,
  rest: string,
  json: object | undefined,
  check: (one: Organization["approvals"][number], answer: Answer) => string[],
): Step {
  return {
    operation,
    request(own, random) {
      const one = some(own.approvals, random);
      return (
        one && {
          method,
          path: `/v1/approvals/${one.id}${rest}`,
          ...(json ? { json } : {}),
          owned: true,
          check: (answer) => check(one, answer),
        }
      );
    },
  };
}
