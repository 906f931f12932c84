import type { CodingTask } from "../coding-task.ts";

const startOfHosted = (name: string, result: string, body: string) => ({
  "app.ts": `import { SlackConnector } from "agent-connectors/slack";

/** The application at the hosted service. */
export interface Application {
  base_url: string;
  client_id: string;
  client_secret: string;
}

/** \`user\`: the id of the user who is signed in. */
export async function ${name}(application: Application, user: string): Promise<${result}> {
  ${body}
}
`,
});

/** Answers as the hosted service does to requests for tokens. */
const tokens = `const tokens = ({ path, body }) => {
  if (path === "/api/v1/account/applications/token")
    return body.client_secret === "s-1" ? { access_token: "app-token", token_type: "bearer", expires_in: 900 } : undefined;
  if (path === "/api/v1/account/applications/scoped-token")
    return { token: \`token-of-\${body.external_user_id}\`, token_type: "bearer", expires_in: 900 };
};
const application = (base_url) => ({ base_url, client_id: "c-1", client_secret: "s-1" });`;

/** Tasks with the hosted service. A small server stands in for it. */
export const serviceTasks: readonly CodingTask[] = [
  {
    name: "hosted",
    prompt:
      "This app has many users, whose Slack credentials are in the hosted service of agent-connectors. Complete app.ts: return the names of the first three channels of the given user. The app never sees a credential of a user. Keep the signature.",
    start: startOfHosted("channelsOf", "string[]", "return [];"),
    solution: startOfHosted(
      "channelsOf",
      "string[]",
      `const slack = new SlackConnector({
    external_user_id: user,
    airbyte_client_id: application.client_id,
    airbyte_client_secret: application.client_secret,
    base_url: application.base_url,
  });
  const { data } = await slack.channels.list({ limit: 3 });
  return data.map(({ name }) => name ?? "");`,
    ),
    // All users share the connector of the first one.
    wrong: startOfHosted(
      "channelsOf",
      "string[]",
      `const shared = globalThis as { slack?: SlackConnector };
  shared.slack ??= new SlackConnector({
    external_user_id: user,
    airbyte_client_id: application.client_id,
    airbyte_client_secret: application.client_secret,
    base_url: application.base_url,
  });
  const { data } = await shared.slack.channels.list({ limit: 3 });
  return data.map(({ name }) => name ?? "");`,
    ),
    check: `import assert from "node:assert/strict";
import { channelsOf } from "./app.ts";
import { fakeService } from "./check-tools.ts";

${tokens}
let current = "";
const service = await fakeService((got) => {
  const given = tokens(got);
  if (given) return given;
  if (got.path.startsWith("/api/v1/integrations/connectors?"))
    return { data: [{ id: "3f1c2a90-0000-4000-8000-000000000001", source_template: "slack", connector_type: "slack", name: "Slack" }] };
  if (got.path.endsWith("/execute")) {
    assert.deepEqual([got.body.entity, got.body.action], ["channels", "list"]);
    return { status: "success", result: [{ id: "C1", name: \`of-\${current}\` }], meta: {} };
  }
});
try {
  for (current of ["ana", "ben"]) assert.deepEqual(await channelsOf(application(service.url), current), [\`of-\${current}\`]);
  const users = service.requests.filter(({ path }) => path.endsWith("/scoped-token")).map(({ body }) => body.external_user_id);
  assert.deepEqual(users, ["ana", "ben"]);
} finally {
  service.close();
}
`,
  },
  {
    name: "connect-by-link",
    prompt:
      "The users of this app connect their Slack accounts by a link of the hosted service of agent-connectors. Complete app.ts: return the address of a new link for the given user. The app's agent will only list channels and post messages, so ask for no other scopes. The user returns to https://app.example/connected. Keep the signature.",
    start: startOfHosted("linkFor", "string", `return "";`),
    solution: startOfHosted(
      "linkFor",
      "string",
      `const { url } = await SlackConnector.createSession({
    external_user_id: user,
    airbyte_client_id: application.client_id,
    airbyte_client_secret: application.client_secret,
    base_url: application.base_url,
    include: ["channels.list", "messages.create"],
    return_url: "https://app.example/connected",
  });
  return url;`,
    ),
    // Asks for the scopes of all everyday actions.
    wrong: startOfHosted(
      "linkFor",
      "string",
      `const { url } = await SlackConnector.createSession({
    external_user_id: user,
    airbyte_client_id: application.client_id,
    airbyte_client_secret: application.client_secret,
    base_url: application.base_url,
    return_url: "https://app.example/connected",
  });
  return url;`,
    ),
    check: `import assert from "node:assert/strict";
import { linkFor } from "./app.ts";
import { fakeService } from "./check-tools.ts";

${tokens}
const link = "https://connectors.example/connect/abc";
const service = await fakeService((got) =>
  got.path === "/v1/connect/sessions" ? { id: "s1", status: "pending", url: link } : tokens(got),
);
try {
  assert.equal(await linkFor(application(service.url), "ana"), link);
  const { body } = service.requests.find(({ path }) => path === "/v1/connect/sessions");
  assert.deepEqual([body.external_user_id, body.connector_type, body.return_url], ["ana", "slack", "https://app.example/connected"]);
  assert.deepEqual((body.actions?.include ?? []).toSorted(), ["channels.list", "messages.create"]);
} finally {
  service.close();
}
`,
  },
];
