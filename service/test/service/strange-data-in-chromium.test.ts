import { slackSandbox } from "agent-connectors/sandbox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newOperatorLink } from "../../src/operators/sign-in.ts";
import { firstApplication } from "../../src/store/queries/applications.ts";
import { addOperatorSession } from "../../src/store/queries/operator-sessions.ts";
import { checkLooks, noChromium } from "../support/browser/chromium.ts";
import { openServiceInChromium, type ServiceInChromium } from "../support/browser/service-in-chromium.ts";

// Pages in a real browser, with data as strange as an application may send: long names without spaces, other scripts, and a message
// that is longer than the pages.

const id = "0123456789abcdef".repeat(4);
const user = `user-${id}${id}`;
const name = `فريق المبيعات 営業チーム ${id}`;
const message = `First line\n\n  Second line\n${"The notes of the release are long. ".repeat(1000)}And <b>the end</b>.`;

describe.skipIf(noChromium !== undefined)("in Chromium", () => {
  let started: ServiceInChromium;
  let { opened, server, tab } = {} as ServiceInChromium;
  let token: string;
  let connector: string;

  const send = async (method: string, path: string, json: object) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const response = await fetch(server.url + path, { method, headers, body: JSON.stringify(json) });
    return (await response.json()) as Record<string, string> & { pending: { id: string } };
  };
  const newLink = async (operator: string) => {
    const { id: application_id, organization_id } = (await firstApplication(opened.store.db))!;
    const { row, link } = newOperatorLink(
      { organization_id, application_id, name: operator, roles: ["admin"] },
      Date.now(),
    );
    await addOperatorSession(opened.store.db, row);
    return `${server.url}/operate/sign-in/${link}`;
  };
  const post = (text: string) =>
    send("POST", `/v1/integrations/connectors/${connector}/execute`, {
      entity: "messages",
      action: "create",
      params: { channel: "#general", text },
    });
  const approvalLink = async (text: string) => {
    const { pending } = await post(text);
    const { url } = await send("POST", `/v1/approvals/${pending.id}/links`, { by: "maya@example.com" });
    return { url: url!, id: pending.id };
  };

  beforeAll(async () => {
    started = await openServiceInChromium();
    ({ opened, server, tab } = started);
    const { client_id, client_secret } = opened.application!;
    token = (await send("POST", "/v1/applications/token", { client_id, client_secret })).access_token!;
    const credentials = { api_token: slackSandbox().tokens.bot };
    const of = { external_user_id: user, connector_type: "Slack", name, credentials };
    connector = (await send("POST", "/v1/integrations/connectors", of)).id!;
    await post("Hello");
    await send("PUT", "/v1/policies", { connector_id: connector, policy: { approval: [{ effects: ["write"] }] } }); // prettier-ignore
    await post("Short");
    await tab.open(await newLink("Ana Ops"));
    await tab.press("Sign in");
    await newLink(`Operator ${id}`);
    await tab.open(`${server.url}/operate/tokens`);
    await tab.fill("external_user_id", user);
    await tab.fill("name", `Report ${id}`);
    await tab.press("Create");
  });
  afterAll(() => started?.close());

  test.each(["connectors", "users", "approvals", "journal", "tokens", "policies", "audit", "sessions"])(
    "long names hide no column of the table on a desk: %s",
    async (page) => {
      await tab.open(`${server.url}/operate/${page}`);
      await tab.show({ width: 1280 });
      const hidden = `[...document.querySelectorAll(".scroll")].map((one) => one.scrollWidth - one.clientWidth)`;
      expect(await tab.read(hidden)).toEqual([0]);
      await checkLooks(tab, `strange-${page}`);
    },
  );

  test("the links to the pages take one row on a desk, and no field of a form touches the next one", async () => {
    await tab.show({ width: 1280 });
    await tab.open(`${server.url}/operate/journal`);
    const rows = `new Set([...document.querySelectorAll("header li")].map((one) => one.offsetTop)).size`;
    expect(await tab.read(rows)).toBe(1);
    const gaps = `[...document.querySelectorAll(".field + .field")].map((one) =>
      one.getBoundingClientRect().top - one.previousElementSibling.getBoundingClientRect().bottom)`;
    expect(await tab.read<number[]>(gaps)).toEqual([12]);
  });

  test("a person can read all of a long message before the decision, with its line breaks", async () => {
    const { url, id: approval } = await approvalLink(message);
    for (const address of [url, `${server.url}/operate/approvals/${approval}`]) {
      await tab.open(address);
      expect(await tab.text()).toContain(message.trimEnd());
      await checkLooks(tab, "strange-approval", [{}]);
    }
    expect(await tab.text()).toContain("You decide as Ana Ops, until ");
    const { url: short } = await approvalLink("مرحبا\n  بالجميع\u200b");
    await tab.open(short);
    expect(await tab.text()).toContain("مرحبا\n  بالجميع\\u{200b}");
    const direction = `getComputedStyle([...document.querySelectorAll(".said")].find((one) => one.textContent.includes("مرحبا"))).direction`;
    expect(await tab.read(direction)).toBe("rtl");
  });

  test("a stop of a connector has the name of the connector, and the list of approvals says what each call is about", async () => {
    await tab.open(`${server.url}/operate/connectors/${connector}`);
    await tab.press("Stop the writes of this connector");
    await tab.follow("Journal");
    expect(await tab.text()).toContain(`has stopped the writes of the connector ${name} of ${user}`);
    expect(await tab.text()).not.toContain(connector);
    await tab.follow("Approvals");
    expect(await tab.text()).toContain("\nShort");
  });

  test("a person who opens an address without a page gets a page, and a program gets JSON", async () => {
    for (const path of ["/", "/operate/nowhere", "/connect"]) {
      await tab.open(server.url + path);
      expect(await tab.text()).toContain("There is no page at this address.");
    }
    await checkLooks(tab, "strange-address");
    await tab.follow("Start page");
    expect(await tab.text()).toContain("Ana Ops");
    const response = await fetch(`${server.url}/operate/nowhere`);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
  });

  test("the error of a page names no route of the HTTP API", async () => {
    await tab.open(`${server.url}/operate/approvals/nothing`);
    expect(await tab.text()).toContain("There is no such approval.");
    expect(await tab.text()).not.toContain("/v1/");
    await tab.open(`${server.url}/operate/audit?since=tomorrow`);
    expect(await tab.text()).toContain("Go back, and correct the form.");
    await tab.open(`${server.url}/operate/connectors/${connector}`);
    await tab.fill("entity", "messages");
    await tab.fill("action", "create");
    await tab.fill("params", "{no");
    await tab.press("Try");
    expect(await tab.text()).toContain('write an object such as {"channel": "#general"}.');
  });
});
