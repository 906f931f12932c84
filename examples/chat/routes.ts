import type { AgentTool } from "agent-connectors";
import type { StoreDriver } from "agent-connectors/store";
import type { LanguageModel } from "ai";
import { Hono, type Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { secureHeaders } from "hono/secure-headers";
import { z } from "zod";
import { writeAnswer } from "./answer.ts";
import type { PageFiles } from "./bundle-page.ts";
import type { ConversationStore } from "./conversations.ts";
import { addAnswers, addText, hasQuestion, type Conversation } from "./messages.ts";
import type { Person } from "./people.ts";
import type { RunningAnswers } from "./running-answers.ts";
import { suggestions } from "./script.ts";
import { sessionLives, type SignIn } from "./sign-in.ts";

export interface ChatServer {
  /** The address of the page in the browser, such as https://chat.example.com. */
  origin: string;
  page: PageFiles;
  model: LanguageModel;
  toolsOf(personId: string): readonly AgentTool[];
  signIn: SignIn;
  conversations: ConversationStore;
  answers: RunningAnswers;
  store: StoreDriver;
  approvalSecret: string;
}

/** What the page sends to a conversation: only what is new, and never messages that the server already has. */
const sent = z.union([
  z.strictObject({ id: z.string().min(1).max(100), text: z.string().trim().min(1).max(10_000) }),
  z.strictObject({
    answers: z.array(
      z.strictObject({
        approvalId: z.string(),
        approved: z.boolean(),
        params: z.record(z.string(), z.unknown()).optional(),
      }),
    ),
  }),
  // The answer before has failed. What its calls have done is in the messages, so no call is made twice.
  z.strictObject({ again: z.literal(true) }),
]);
const newTitle = z.strictObject({ title: z.string().trim().min(1).max(80) });
const address = z.strictObject({ email: z.email().max(200) });
const credentials = z.strictObject({ email: z.string().max(200), code: z.string().trim().max(10) });

const cookie = "chat_session";
const mostBytes = 100_000;

/** Returns the application that answers all requests of the browser. */
export function routes(server: ChatServer) {
  const { origin, page, signIn, conversations, answers } = server;
  const app = new Hono<{ Variables: { person: Person } }>();

  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        connectSrc: ["'self'"],
        imgSrc: ["data:"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    }),
  );
  app.get("/", (c) => c.html(page.html));
  app.get("/c/:id", (c) => c.html(page.html));
  app.get("/page.css", (c) => c.body(page.css, 200, { "content-type": "text/css; charset=utf-8" }));
  app.get("/page.js", (c) => c.body(page.js, 200, { "content-type": "text/javascript; charset=utf-8" }));

  app.use(async (c, next) => {
    // A body without a length could be endless.
    const length = c.req.header("transfer-encoding") ? Infinity : Number(c.req.header("content-length") ?? 0);
    if (length > mostBytes) return c.text("This is too long.", 413);
    // Another site must not act with the cookie of this person.
    if (c.req.method !== "GET" && c.req.header("origin") !== origin)
      return c.text(`Another site has sent this request. Open ${origin}.`, 403);
    return next();
  });

  app.post("/api/code", async (c) => {
    const body = await read(c, address);
    if (!body) return c.text("This is not an e-mail address.", 400);
    signIn.requestCode(body.email);
    return c.json({});
  });
  app.post("/api/session", async (c) => {
    const body = await read(c, credentials);
    const token = body && signIn.openSession(body.email, body.code);
    if (token === undefined)
      return c.text("This code is wrong or too old. Type it again, or ask for a new one.", 401);
    // Scripts cannot read the cookie, and pages of other sites cannot send it.
    const secure = origin.startsWith("https:");
    setCookie(c, cookie, token, { httpOnly: true, sameSite: "Strict", secure, maxAge: sessionLives / 1000 });
    return c.json({});
  });

  // The page asks this first. For a person who is signed out, the answer is null.
  app.get("/api/session", (c) => {
    const person = signIn.personOf(getCookie(c, cookie));
    return c.json(
      person ? { name: person.name, suggestions, conversations: conversations.list(person.id) } : null,
    );
  });

  app.use(async (c, next) => {
    const person = signIn.personOf(getCookie(c, cookie));
    if (!person) return c.text("You are signed out. Reload this page to sign in.", 401);
    c.set("person", person);
    return next();
  });
  app.delete("/api/session", (c) => {
    signIn.closeSession(deleteCookie(c, cookie));
    return c.json({});
  });

  app.get("/api/conversations/:id", (c) => {
    const found = conversations.find(c.req.param("id"), c.var.person.id);
    if (!found) return unknown(c);
    const running = answers.find(found.id);
    return c.json({ messages: running?.messages ?? found.messages, running: running !== undefined });
  });
  app.get("/api/conversations/:id/stream", (c) => {
    const found = conversations.find(c.req.param("id"), c.var.person.id);
    if (!found) return unknown(c);
    return answers.find(found.id)?.response() ?? c.body(null, 204);
  });
  app.post("/api/conversations/:id/stop", async (c) => {
    const found = conversations.find(c.req.param("id"), c.var.person.id);
    if (!found) return unknown(c);
    await answers.find(found.id)?.stop();
    return c.json({});
  });
  app.patch("/api/conversations/:id", async (c) => {
    const body = await read(c, newTitle);
    if (!body) return c.text("A title has 1 to 80 characters.", 400);
    return conversations.rename(c.req.param("id"), c.var.person.id, body.title) ? c.json({}) : unknown(c);
  });
  app.delete("/api/conversations/:id", async (c) => {
    const id = c.req.param("id");
    if (!conversations.delete(id, c.var.person.id)) return unknown(c);
    await answers.find(id)?.stop();
    return c.json({});
  });
  app.post("/api/conversations/:id{[0-9a-f-]{36}}", async (c) => {
    const body = await read(c, sent);
    if (!body) return c.text("The body of this request is not valid.", 400);
    const id = c.req.param("id");
    const personId = c.var.person.id;
    const conversation =
      conversations.find(id, personId) ??
      ("text" in body ? conversations.begin(id, personId, body.text) : undefined);
    if (!conversation) return unknown(c);
    // No `await` may stand between this check and `start`. With an `await`, two requests could both pass.
    if (answers.find(id)) return c.text("An answer is still being written.", 409);
    const changedCalls = addTo(conversation, body);
    if (!changedCalls) return c.text("This was already answered, for example in another tab.", 409);
    // A text is kept at once. Answers are kept with what follows: if the process ends before, the question is still open,
    // and a second answer of the person does not run the call twice.
    if ("text" in body) conversations.save(conversation);
    const { save } = conversations;
    const tools = server.toolsOf(personId);
    const write = (signal: AbortSignal) =>
      writeAnswer({ ...server, save, conversation, tools, changedCalls, signal });
    return answers.start(id, conversation.messages, write).response();
  });
  return app;
}

function addTo(conversation: Conversation, body: z.infer<typeof sent>) {
  if ("text" in body) return addText(conversation, body.id, body.text);
  if ("answers" in body) return addAnswers(conversation, body.answers);
  return hasQuestion(conversation.messages) ? undefined : [];
}

const unknown = (c: Context) => c.text("This conversation does not exist.", 404);

/** Returns undefined if the body is not JSON, or does not fit the schema. */
const read = async <T>(c: Context, schema: z.ZodType<T>): Promise<T | undefined> =>
  schema.safeParse(await c.req.json().catch(() => undefined)).data;
