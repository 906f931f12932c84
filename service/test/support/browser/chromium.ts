import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import axe from "axe-core";
import { expect } from "vitest";

const program = ["/usr/bin/chromium", "/usr/bin/google-chrome"].find((path) => existsSync(path));

/** The reason why the tests in a browser cannot run here. Undefined if they can. */
export const noChromium = program === undefined ? "Chromium is not installed" : undefined;

/** A tab of Chromium, driven by https://chromedevtools.github.io/devtools-protocol. */
export interface Tab {
  /** The headers of all requests so far, with the method and the address. */
  requests: { method: string; url: string; headers: Record<string, string> }[];
  /** The messages of the console, such as violations of a content security policy. */
  messages: string[];
  /** Opens an address, and waits until the page is loaded. */
  open(url: string): Promise<void>;
  /** Presses the Tab key `times` times, and then Enter. Waits until the next page is loaded. */
  pressWithKeyboard(times?: number): Promise<void>;
  /** Clicks the button with this text, and waits until the next page is loaded. */
  press(text: string): Promise<void>;
  /** Clicks the button with this text `times` times, without a wait. */
  click(text: string, times?: number): Promise<void>;
  /** Waits until a JavaScript expression in the page is true. */
  until(expression: string): Promise<void>;
  /** Returns the bodies of all responses so far. */
  received(): Promise<string>;
  /** Follows the link with this text, and waits until the next page is loaded. */
  follow(text: string): Promise<void>;
  /** Replaces the text in the field with this name. */
  fill(name: string, text: string): Promise<void>;
  /** Returns the violations that https://github.com/dequelabs/axe-core finds in the page. */
  violations(): Promise<string[]>;
  /** Returns the value of a JavaScript expression in the page. If the value is a promise, waits for it. */
  read<T>(expression: string): Promise<T>;
  url(): Promise<string>;
  close(): Promise<void>;
  text(): Promise<string>;
  /** Changes the color scheme and the width of the window. */
  show(look: { dark?: boolean; width?: number }): Promise<void>;
  /** Returns the page as a PNG file, or only the part in the window. */
  picture(part?: "page" | "window"): Promise<Buffer>;
}

const find = (selector: string, text: string) =>
  `[...document.querySelectorAll("${selector}")].find((one) => one.textContent.includes(${JSON.stringify(text)}))`;
const clickOn = (selector: string, text: string) => `${find(selector, text)}.click()`;

const waitFor = (expression: string) => `new Promise((resolve, reject) => {
  const observer = new MutationObserver(() => look());
  const timer = setTimeout(() => reject(document.body.innerText.slice(-600)), 10_000);
  const look = () => {
    if (!(${expression})) return;
    clearTimeout(timer);
    observer.disconnect();
    resolve();
  };
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  look();
})`;

const findViolations = `axe.run({ resultTypes: ["violations"] }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => [id, html, failureSummary].join("\\n"))))`;

export interface Chromium {
  newTab(): Promise<Tab>;
  close(): Promise<void>;
}

type Json = Record<string, unknown>;

export async function openChromium(): Promise<Chromium> {
  const directory = mkdtempSync(join(tmpdir(), "chromium-"));
  const child = spawn(
    program!,
    ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-port=0", `--user-data-dir=${directory}`, "about:blank"], // prettier-ignore
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let output = "";
  const address = await new Promise<string>((resolve, reject) => {
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const [, url] = /DevTools listening on (ws:\S+)/.exec(output) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.once("close", () => reject(new Error(`Chromium did not start: ${output}`)));
  });
  const socket = new WebSocket(address);
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  let last = 0;
  const waiting = new Map<number, { resolve(result: Json): void; reject(error: Error): void }>();
  const listeners = new Set<(session: string, method: string, params: Json) => void>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result, error, method, params, sessionId } = JSON.parse(String(data)) as {
      id?: number;
      result: Json;
      error?: { message: string };
      method: string;
      params: Json;
      sessionId: string;
    };
    if (id === undefined) return listeners.forEach((listen) => listen(sessionId, method, params));
    const { resolve, reject } = waiting.get(id)!;
    waiting.delete(id);
    if (error) reject(new Error(error.message));
    else resolve(result);
  });
  const send = (method: string, params: Json = {}, sessionId?: string): Promise<Json> =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params, sessionId }));
    });

  return {
    async newTab() {
      const { targetId } = await send("Target.createTarget", { url: "about:blank" });
      const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
      const tab = (method: string, params: Json = {}) => send(method, params, String(sessionId));
      const requests: Tab["requests"] = [];
      const messages: string[] = [];
      const bodies = new Map<unknown, Promise<Json>>();
      let onLoad = () => {};
      listeners.add((session, method, params) => {
        if (session !== sessionId) return;
        if (method === "Page.loadEventFired") onLoad();
        if (method === "Network.requestWillBeSent")
          requests.push((params as { request: Tab["requests"][number] }).request);
        // A page that is closed has no bodies.
        if (method === "Network.loadingFinished")
          bodies.set(
            params["requestId"],
            tab("Network.getResponseBody", params).catch(() => ({ body: "" })),
          );
        if (method === "Log.entryAdded") messages.push((params as { entry: { text: string } }).entry.text);
      });
      for (const domain of ["Page", "Network", "Log", "Runtime"]) await tab(`${domain}.enable`);
      const loading = async (act: () => Promise<unknown>) => {
        const loaded = new Promise<void>((resolve) => (onLoad = resolve));
        await act();
        await loaded;
      };
      const read = async <T>(expression: string): Promise<T> => {
        const { result, exceptionDetails } = await tab("Runtime.evaluate", {
          expression,
          returnByValue: true,
          awaitPromise: true,
        });
        if (exceptionDetails) {
          const { exception } = exceptionDetails as { exception: { value?: string; description?: string } };
          throw new Error(`${expression}\n${exception.value ?? exception.description}`);
        }
        return (result as { value: T }).value;
      };
      const key = async (name: string, text?: string) => {
        const code = { Tab: 9, Enter: 13 }[name];
        const event = { key: name, code: name, windowsVirtualKeyCode: code, ...(text ? { text } : {}) };
        await tab("Input.dispatchKeyEvent", { type: "keyDown", ...event });
        await tab("Input.dispatchKeyEvent", { type: "keyUp", ...event });
      };
      return {
        requests,
        messages,
        read,
        open: (url) => loading(() => tab("Page.navigate", { url })),
        press: (text) => loading(() => read(clickOn("button", text))),
        async click(text, times = 1) {
          const button = find("button", text);
          await read(waitFor(`${button} && !${button}.disabled`));
          await read(`{ const button = ${button}; ${"button.click();".repeat(times)} }`);
        },
        until: (expression) => read(waitFor(expression)),
        received: async () => (await Promise.all(bodies.values())).map(({ body }) => String(body)).join("\n"),
        follow: (text) => loading(() => read(clickOn("a", text))),
        async fill(name, text) {
          // A tab in the background gets no input.
          await tab("Page.bringToFront");
          await read(`document.querySelector('[name="${name}"]:not([type="hidden"])').select()`);
          await tab("Input.insertText", { text });
        },
        async violations() {
          if (!(await read("globalThis.axe !== undefined"))) await read(`${axe.source}\n;0`);
          return read(findViolations);
        },
        async pressWithKeyboard(times = 1) {
          for (let time = 0; time < times; time++) await key("Tab");
          await loading(() => key("Enter", "\r"));
        },
        url: () => read("location.href"),
        async close() {
          await send("Target.closeTarget", { targetId });
        },
        text: () => read("document.body.innerText"),
        async show({ dark = false, width = 1000 }) {
          const value = dark ? "dark" : "light";
          await tab("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value }] });
          const size = { width, height: 800, deviceScaleFactor: 1, mobile: width < 500 };
          await tab("Emulation.setDeviceMetricsOverride", size);
        },
        async picture(part = "page") {
          // Chromium draws only the tab in front.
          await tab("Page.bringToFront");
          const { data } = await tab("Page.captureScreenshot", { captureBeyondViewport: part === "page" });
          return Buffer.from(String(data), "base64");
        },
      };
    },
    async close() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      // Chromium can close the connection before it responds, and can hang on a busy machine.
      void send("Browser.close").catch(() => {});
      const timer = setTimeout(() => child.kill("SIGKILL"), 5000);
      await ended;
      clearTimeout(timer);
      rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

export type Look = Parameters<Tab["show"]>[0];

/** With this variable, tests write pictures of the pages to a directory. */
const pictures = process.env["OPERATE_PICTURES"];

/**
 * Checks that a page can be used on a phone, and in more looks. With the variable for pictures, also writes pictures. Leaves
 * the tab as wide as a desk.
 */
export async function checkLooks(
  tab: Tab,
  name: string,
  more: readonly Look[] = pictures === undefined ? [] : [{}, { dark: true }],
): Promise<void> {
  for (const look of [{ dark: true, width: 360 }, ...more]) {
    await tab.show(look);
    expect([name, look, await tab.violations()]).toEqual([name, look, []]);
    const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    expect([name, look, await tab.read(overflow)]).toEqual([name, look, 0]);
    const file = `${name}${look.dark ? "-dark" : ""}${look.width ? "-phone" : ""}.png`;
    if (pictures !== undefined) writeFileSync(join(pictures, file), await tab.picture());
  }
  await tab.show({});
}
