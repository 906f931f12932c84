import { GmailConnector } from "agent-connectors/gmail";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenedGmail, openGmail, own } from "./open-gmail.ts";

// From the consent page of an emulator to the first call.

const application = { client_id: "c1", client_secret: "s3cret-0123456789" };
const redirectUri = "https://app.example/callback";
let opened: OpenedGmail;
beforeAll(async () => void (opened = await openGmail()));
afterAll(() => opened.close());

/** Presses the button of a person on the consent page. Returns the address to which the person comes back. */
async function consent(url: string): Promise<string> {
  const page = await (await fetch(url)).text();
  const fields = [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!.replaceAll("&amp;", "&").replaceAll("&#39;", "'")]); // prettier-ignore
  const body = new URLSearchParams(Object.fromEntries(fields) as Record<string, string>);
  const answer = await fetch(new URL("/o/oauth2/v2/auth/callback", url), { method: "POST", body, redirect: "manual" }); // prettier-ignore
  return answer.headers.get("location")!;
}

test("a person connects a mailbox, and the connector refreshes its tokens", async () => {
  const options = { endpoint: opened.endpoint };
  const { url, pending } = await GmailConnector.startConnect(
    { application, redirectUri, scopes: await GmailConnector.scopes() },
    options,
  );
  const { searchParams } = new URL(url);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    access_type: "offline",
    prompt: "consent",
    code_challenge_method: "S256",
    // One scope is enough for everyday actions, and it deletes nothing for ever.
    scope: "https://www.googleapis.com/auth/gmail.modify",
  });
  const callback = await consent(url);
  const [granted] = await GmailConnector.finishConnect({ application, pending, callback }, options);
  expect(granted!.auth).toEqual({ ...application, refresh_token: expect.stringMatching(/^google_refresh_/) as unknown }); // prettier-ignore
  expect(granted!.accounts).toMatchObject([
    { check: { status: "healthy", identity: { emailAddress: own } } },
  ]);
  const gmail = new GmailConnector({ auth: granted!.auth } as never, options as never);
  expect((await gmail.execute("labels", "list")).data).not.toEqual([]);
  // A refresh token that Google does not know anymore.
  const gone = new GmailConnector({ auth: { ...granted!.auth, refresh_token: "google_refresh_gone" } } as never, options as never); // prettier-ignore
  await expect(gone.execute("labels", "list")).rejects.toMatchObject({ code: "reauth_required" });
});

test("the addresses are Google's", async () => {
  const { url } = await GmailConnector.startConnect({
    application,
    redirectUri,
    scopes: await GmailConnector.scopes(),
  });
  expect(url).toMatch(/^https:\/\/accounts\.google\.com\/o\/oauth2\/v2\/auth\?/);
  expect(GmailConnector.origins).toEqual(["https://gmail.googleapis.com", "https://oauth2.googleapis.com"]);
});

test("a person is asked for as few rights as possible", async () => {
  const scopes = async (choice: object) => (await GmailConnector.scopes(choice as never)).user!.map((scope) => scope.split("/").at(-1)); // prettier-ignore
  expect(await scopes({ effects: ["read"] })).toEqual(["gmail.readonly"]);
  expect(await scopes({ include: ["messages.send"] })).toEqual(["gmail.send"]);
  expect(await scopes({ include: ["drafts.create", "labels.list"] })).toEqual(["gmail.compose", "gmail.labels"]); // prettier-ignore
});
