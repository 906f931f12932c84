import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noChromium } from "../support/browser/chromium.ts";
import { openServiceInChromium, type ServiceInChromium } from "../support/browser/service-in-chromium.ts";
import { rates } from "../limits/rates.ts";

// A person connects an account in a real browser. An application, the service and the platforms listen on loopback.

/** With this variable, the test writes pictures of the pages to a directory. */
const pictures = process.env["CONNECT_PICTURES"];

describe.skipIf(noChromium !== undefined)("in Chromium", () => {
  let started: ServiceInChromium;
  let { opened, server, tab } = {} as ServiceInChromium;
  let application: Server;
  let returnUrl: string;
  let token: string;
  let ahead = 0;
  /** The queries with which people came back to the application. */
  const returned: URLSearchParams[] = [];

  beforeAll(async () => {
    started = await openServiceInChromium({
      clock: { now: () => Date.now() + ahead, sleep: (ms) => new Promise((end) => setTimeout(end, ms)) },
      limits: {
        perMinute: rates(10_000),
      },
    });
    ({ opened, server, tab } = started);
    application = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url!, "http://localhost");
      if (pathname === "/connected") returned.push(searchParams);
      response.setHeader("content-type", "text/html").end("<title>Back</title><p>Back in the application");
    });
    await new Promise<void>((resolve) => application.listen(0, "127.0.0.1", resolve));
    const { port } = application.address() as { port: number };
    returnUrl = `http://127.0.0.1:${port}/connected`;
    token = (await ask("/v1/applications/token", { json: opened.application! })).access_token;
    await ask(`/v1/organization/applications/${opened.application!.client_id}/return_urls`, {
      method: "PUT",
      json: { return_urls: [returnUrl] },
    });
    await tab.show({});
  });
  afterAll(async () => {
    application?.close();
    await started?.close();
  });

  const ask = async (path: string, { method = "POST", json }: { method?: string; json?: object } = {}) => {
    const response = await fetch(server.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(json ? { body: JSON.stringify(json) } : {}),
    });
    // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects
    const body = (await response.json()) as any;
    if (!response.ok) throw new Error(JSON.stringify(body));
    return body;
  };
  const newSession = (more: object = {}) =>
    ask("/v1/connect/sessions", {
      json: {
        external_user_id: "ana",
        connector_type: "slack",
        actions: { include: ["channels", "messages"] },
        return_url: returnUrl,
        ...more,
      },
    });
  const poll = (id: string) => ask(`/v1/connect/sessions/${id}`, { method: "GET" });
  const confirm = (id: string, result: string | null) =>
    ask(`/v1/connect/sessions/${id}/confirm`, { json: { result, external_user_id: "ana" } });
  const picture = async (name: string) => {
    if (pictures !== undefined) writeFileSync(join(pictures, `${name}.png`), await tab.picture());
  };
  let connectorId: string;

  test("two clicks lead from the link to the first call", async () => {
    const session = await newSession();
    await tab.open(session.url);
    expect(await tab.text()).toContain("first\n\nThe application asks for access to your Slack account.");
    await tab.press("Continue to Slack");
    expect(await tab.text()).toContain("Fernhill Outdoor");
    await tab.press("Allow");
    expect(await tab.text()).toBe("Back in the application");
    const query = returned.at(-1)!;
    expect(query.get("session_id")).toBe(session.id);
    const { connector_id } = await confirm(session.id, query.get("result"));
    connectorId = connector_id;
    const call = { entity: "channels", action: "list", params: { limit: 1 } };
    const { status } = await ask(`/v1/integrations/connectors/${connectorId}/execute`, { json: call });
    expect(status).toBe("success");
  });

  test("a connector is connected again under the same id, with the keyboard alone", async () => {
    const session = await newSession({ connector_id: connectorId });
    await tab.open(session.url);
    // The button comes after the three groups of permissions, which can be opened.
    await tab.pressWithKeyboard(4);
    await tab.press("Allow");
    expect((await confirm(session.id, returned.at(-1)!.get("result"))).connector_ids).toEqual([connectorId]);
  });

  test("a person who refuses comes back with an error", async () => {
    const session = await newSession();
    await tab.open(session.url);
    await tab.press("Continue to Slack");
    await tab.press("Cancel");
    expect([...returned.at(-1)!]).toEqual([
      ["session_id", session.id],
      ["error", "connect_denied"],
    ]);
  });

  test("without a return address, a person who refuses reads that nothing is connected", async () => {
    const session = await newSession({ return_url: undefined });
    await tab.open(session.url);
    await tab.press("Continue to Slack");
    await tab.press("Cancel");
    expect(await tab.text()).toBe(
      "Slack is not connected\n\nAccess to Slack was not granted.\n\nTo connect the account after all, start again.",
    );
  });

  test("without a return address, the page shows the code for the application, also after a reload", async () => {
    const session = await newSession({ return_url: undefined });
    await tab.open(session.url);
    await tab.press("Continue to Slack");
    await tab.press("Allow");
    const callback = await tab.url();
    const codes = new Set<string>();
    for (const _time of [1, 2]) {
      const text = await tab.text();
      expect(text).toContain("your account to its user ana");
      codes.add(/^[\w-]{43}$/m.exec(text)![0]);
      await tab.open(callback);
    }
    await picture("code");
    expect([codes.size, (await poll(session.id)).status]).toEqual([1, "awaiting_confirmation"]);
    const { status, connector_ids } = await confirm(session.id, [...codes][0]!);
    expect([status, connector_ids.length]).toEqual(["connected", 1]);
  });

  test("an expired link and a form of another site connect nothing", async () => {
    const session = await newSession();
    ahead += 600_000;
    await tab.open(session.url);
    expect(await tab.text()).toContain("This link has expired.");
    await picture("expired");
    ahead -= 600_000;
    // The page of another site sends the form, so the person has not seen who asks for what.
    const other = createServer((_, response) =>
      response
        .setHeader("content-type", "text/html")
        .end(`<form method="post" action="${session.url}"><button>Free gift</button></form>`),
    );
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    await tab.open(`http://localhost:${(other.address() as { port: number }).port}/`);
    await tab.press("Free gift");
    expect(await tab.text()).toContain("This form does not come from a page of this service.");
    expect((await poll(session.id)).status).toBe("pending");
    other.close();
  });

  test("no page sends its address to another site, or breaks its own policy", () => {
    const pages = tab.requests.filter(({ url }) => !url.endsWith("/favicon.ico"));
    expect(pages.length).toBeGreaterThan(15);
    for (const { headers } of pages) expect(headers["Referer"] ?? "").not.toContain(server.url);
    expect(tab.messages.filter((text) => /Content Security Policy|Refused/.test(text))).toEqual([]);
  });

  test.each([
    ["light", {}],
    ["dark", { dark: true }],
    ["phone", { width: 360 }],
    ["phone, dark", { dark: true, width: 360 }],
  ])("the page can be read: %s", async (name, look) => {
    await tab.show(look);
    const session = await newSession({
      external_user_id: "a-long-user-id".repeat(10),
      return_url: undefined,
    });
    await tab.open(session.url);
    await picture(name);
    const { ratios, overflow, button } = await tab.read<Readable>(readable);
    for (const ratio of ratios) expect(ratio).toBeGreaterThanOrEqual(4.5);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(button).toBeGreaterThanOrEqual(44);
  });
});

interface Readable {
  /** The contrast of each text with its background. https://www.w3.org/TR/WCAG22/#contrast-minimum */
  ratios: number[];
  /** The number of pixels by which the page is wider than the window. */
  overflow: number;
  /** The height of the button. */
  button: number;
}

const readable = `(() => {
  const numbers = (color) => color.match(/[\\d.]+/g).map(Number);
  const light = (color) => {
    const [r, g, b] = numbers(color).map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const backOf = (element) => {
    const color = getComputedStyle(element).backgroundColor;
    return numbers(color)[3] === 0 ? backOf(element.parentElement) : color;
  };
  const ratios = [...document.querySelectorAll("h1, h2, p, li, code, b, button")].map((element) => {
    const [a, b] = [light(getComputedStyle(element).color), light(backOf(element))].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  });
  const { scrollWidth, clientWidth } = document.documentElement;
  return { ratios, overflow: scrollWidth - clientWidth, button: document.querySelector("button").getBoundingClientRect().height };
})()`;
