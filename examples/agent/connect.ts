import assert from "node:assert/strict";
import type { SlackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import type { Service } from "./hosted.ts";
import { say } from "./transcript.ts";

/**
 * Connects an account through a link, and makes a first call. This function presses the buttons of the service's page
 * and of Slack's consent page.
 */
export async function byLink({ url: base_url, application }: Service, sandbox: SlackSandbox): Promise<void> {
  const user = {
    external_user_id: "ben@fernhill.example",
    airbyte_client_id: application.client_id,
    airbyte_client_secret: application.client_secret,
    base_url,
  };
  const session = await SlackConnector.createSession({ ...user, include: ["channels.list"] });
  say(`  the link: ${base_url}/connect/…`);
  const page = await (await fetch(session.url)).text();
  for (const [, text = ""] of page.matchAll(/<(?:p|li)>(.+?)<\/(?:p|li)>/g))
    say(`  │ ${text.replaceAll(/<[^>]+>/g, "").replaceAll("&#39;", "'")}`);

  const started = await fetch(session.url, {
    method: "POST",
    redirect: "manual",
    headers: { origin: new URL(session.url).origin },
  });
  const consent = new URL(started.headers.get("location")!);
  say(`  "Continue to Slack" leads to ${consent.origin}${consent.pathname}`);
  const agreed = await sandbox.fetch(consent.origin + consent.pathname, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: `${consent.searchParams}&decision=allow`,
    redirect: "manual",
  });
  // A browser sends the cookie of the session with the callback.
  const cookie = started.headers.get("set-cookie")!.split(";")[0]!;
  await fetch(agreed.headers.get("location")!, { headers: { cookie } });

  const { status, connector_id } = await SlackConnector.getSession({ ...user, session_id: session.id });
  assert(status === "connected" && connector_id !== null, "the account was not connected");
  const slack = new SlackConnector({ ...user, connector_id });
  const { data } = await slack.channels.list({ limit: 3 });
  say(`  "Allow" leads back. The session is ${status}, and the connector lists its channels:`);
  say(`  ${data.map(({ name }) => name).join(", ")}`);
}
