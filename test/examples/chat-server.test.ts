import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { amazonAdsSandbox, slackSandbox } from "agent-connectors/sandbox";
import { describe, expect, test } from "vitest";
import { openChat } from "../../examples/chat/open-chat.ts";
import { people } from "../../examples/chat/people.ts";
import { script } from "../../examples/chat/script.ts";
import { scriptedModel } from "../../examples/chat/scripted-model.ts";
import { signIn } from "../../examples/chat/sign-in.ts";

test("a question waits for its answer after a restart of the chat and of the service, and its call runs once", async () => {
  const directory = mkdtempSync(join(tmpdir(), "chat-"));
  const platforms = { slack: slackSandbox(), ads: amazonAdsSandbox() };
  // The session of the person outlives the restart too.
  let cookie = "";
  const open = async () => {
    let code = "";
    const sendCode = (_email: string, sent: string) => void (code = sent);
    const chat = await openChat({ directory, platforms, sendCode, model: scriptedModel(script, 0) });
    const send = async (method: string, path: string, body?: object) => {
      const headers = { origin: chat.url, cookie };
      const response = await fetch(chat.url + path, {
        method,
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      cookie = response.headers.get("set-cookie")?.split(";")[0] ?? cookie;
      return { status: response.status, text: await response.text() };
    };
    const signIn = async () => {
      await send("POST", "/api/code", { email: "maya@example.com" });
      await send("POST", "/api/session", { email: "maya@example.com", code });
    };
    return { send, signIn, close: () => chat.close() };
  };
  const posted = () =>
    platforms.slack.calls().filter(({ method, ok }) => method === "chat.postMessage" && ok);
  try {
    const before = await open();
    await before.signIn();
    const path = `/api/conversations/${crypto.randomUUID()}`;
    const ask = { id: "1", text: "Tell #general that lunch is here." };
    const { text } = await before.send("POST", path, ask);
    const approvalId = /"type":"tool-approval-request","approvalId":"([^"]+)"/.exec(text)![1]!;
    await before.close();
    expect(posted()).toHaveLength(0);
    const after = await open();
    expect((await after.send("GET", path)).text).toContain('"approval-requested"');
    const answers = { answers: [{ approvalId, approved: true }] };
    const clicks = await Promise.all([after.send("POST", path, answers), after.send("POST", path, answers)]);
    expect(clicks.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(clicks.map((click) => click.text).join("")).toContain("posted");
    expect(posted()).toHaveLength(1);
    expect((await after.send("POST", path, answers)).status).toBe(409);
    expect(posted()).toHaveLength(1);
    expect((await after.send("GET", path)).text).toContain('"output-available"');
    await after.close();
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("one command starts the chat, and a person reaches only their own conversations and accounts", async () => {
  const program = spawn(
    process.execPath,
    ["--conditions=agent-connectors-source", "examples/chat/start.ts"],
    {
      env: { ...process.env, PORT: "0", OPENAI_API_KEY: "" },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  try {
    let printed = "";
    program.stdout.on("data", (chunk) => (printed += String(chunk)));
    const find = async (pattern: RegExp) => {
      for (;;) {
        const [, found] = pattern.exec(printed) ?? [];
        if (found !== undefined) return found;
        await once(program.stdout, "data");
      }
    };
    const url = await find(/^Open (http:\/\/127\.0\.0\.1:\d+)\nSign in as maya@example.com or /);
    const send = async (
      method: string,
      path: string,
      body?: object | string,
      headers: Record<string, string> = {},
    ) => {
      const response = await fetch(url + path, {
        method,
        headers: { origin: url, ...headers },
        // The length of a stream is unknown, so the request has no content-length.
        ...(body instanceof Blob ? { body: body.stream(), duplex: "half" } : {}),
        ...(typeof body === "string" ? { body } : {}),
        ...(typeof body === "object" && !(body instanceof Blob) ? { body: JSON.stringify(body) } : {}),
      });
      return { status: response.status, text: await response.text(), headers: response.headers };
    };
    const signIn = async (person: string) => {
      const email = `${person}@example.com`;
      await send("POST", "/api/code", { email });
      const code = await find(new RegExp(`The code of ${email} is (\\d{6})\\n`));
      const { headers } = await send("POST", "/api/session", { email, code });
      const cookie = headers.get("set-cookie")!;
      expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/);
      return {
        session: { cookie: cookie.split(";")[0]! },
        path: `/api/conversations/${crypto.randomUUID()}`,
      };
    };
    const [maya, tom] = [await signIn("maya"), await signIn("tom")];

    const ask = { id: "1", text: "Tell #general that lunch is here." };
    const asked = await send("POST", maya.path, ask, maya.session);
    expect(asked.text).toContain("As: maya.chen (U07AB3D8W2M)");
    const [, approvalId = ""] = /"approvalId":"([^"]+)"/.exec(asked.text) ?? [];
    const answers = { answers: [{ approvalId, approved: true }] };
    const { conversations } = JSON.parse(
      (await send("GET", "/api/session", undefined, tom.session)).text,
    ) as {
      conversations: object[];
    };
    expect(conversations.length).toBe(0);
    const refused = [
      await send("GET", maya.path, undefined, tom.session),
      await send("POST", maya.path, answers, tom.session),
      await send("POST", maya.path, ask, tom.session),
      await send("GET", `${maya.path}/stream`, undefined, tom.session),
      await send("POST", `${maya.path}/stop`, undefined, tom.session),
      await send("PATCH", maya.path, { title: "Mine" }, tom.session),
      await send("DELETE", maya.path, undefined, tom.session),
      await send("POST", tom.path, answers, tom.session),
      await send("POST", maya.path, answers),
      await send("POST", maya.path, answers, { ...maya.session, origin: "https://other.example" }),
      await send("POST", maya.path, { messages: [] }, maya.session),
      await send("POST", maya.path, { answers: [] }, maya.session),
      await send("POST", maya.path, { again: true }, maya.session),
      await send("POST", maya.path, { id: "2", text: "x".repeat(100_001) }, maya.session),
      await send("POST", maya.path, new Blob([`{"text": "hi"${" ".repeat(100_000)}}`]), maya.session),
      await send("POST", maya.path, "{", maya.session),
      await send("POST", "/api/session", "null"),
      // The path names another origin.
      await send("POST", `//other.example${maya.path}`, answers, {
        ...maya.session,
        origin: "http://other.example",
      }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([
      404, 404, 404, 404, 404, 404, 404, 404, 401, 403, 400, 409, 409, 413, 413, 400, 401, 400,
    ]);

    // One conversation has one answer at a time.
    const asTom = await Promise.all([1, 2].map(() => send("POST", tom.path, ask, tom.session)));
    expect(asTom.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(asTom.map((one) => one.text).join()).toContain("As: assistant (U07BT6A4R2C)");
    const twice = await Promise.all([1, 2].map(() => send("POST", maya.path, answers, maya.session)));
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(twice.filter((one) => one.text.includes('"type":"tool-output-available"')).length).toBe(1);
    await send("DELETE", "/api/session", undefined, maya.session);
    expect((await send("GET", maya.path, undefined, maya.session)).status).toBe(401);
  } finally {
    program.kill();
  }
});

describe("sign-in", () => {
  const open = () => {
    const database = new DatabaseSync(":memory:");
    const codes: string[] = [];
    const made = signIn({ database, people, secret: "s", sendCode: (_, code) => void codes.push(code) });
    return { ...made, database, codes };
  };
  const email = "maya@example.com";

  test("a code works once, for its address, and only if it is the newest", () => {
    const { requestCode, openSession, personOf, closeSession, codes } = open();
    requestCode(email);
    requestCode(` ${email.toUpperCase()} `);
    const [older, newest] = codes;
    expect(openSession(email, older!)).toBe(undefined);
    expect(openSession("tom@example.com", newest!)).toBe(undefined);
    const token = openSession(email, newest!);
    expect(personOf(token)?.id).toBe("maya");
    expect(openSession(email, newest!)).toBe(undefined);
    expect(personOf(undefined)).toBe(undefined);
    closeSession(token);
    expect(personOf(token)).toBe(undefined);
  });

  test("after five wrong tries a code is dead, and a person gets five codes in an hour", () => {
    const { requestCode, openSession, codes } = open();
    requestCode(email);
    for (let time = 0; time < 5; time++) openSession(email, "wrong");
    expect(openSession(email, codes[0]!)).toBe(undefined);
    for (let time = 0; time < 9; time++) requestCode(email);
    expect(codes.length).toBe(5);
    requestCode("stranger@example.com");
    expect(codes.length).toBe(5);
  });

  test("codes and sessions end, and the database has neither", () => {
    const { requestCode, openSession, personOf, codes, database } = open();
    const kept = (table: string) => JSON.stringify(database.prepare(`select * from ${table}`).all());
    requestCode(email);
    expect(kept("codes")).not.toContain(codes[0]);
    database.exec(`update codes set sent_at = sent_at - ${11 * 60_000}`);
    expect(openSession(email, codes[0]!)).toBe(undefined);
    requestCode(email);
    const token = openSession(email, codes[1]!)!;
    expect(kept("sessions")).not.toContain(token);
    database.exec("update sessions set ends_at = 0");
    expect(personOf(token)).toBe(undefined);
  });
});
