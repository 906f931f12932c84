import type { AgentTool } from "agent-connectors";
import type { StoreDriver } from "agent-connectors/store";
import type { LanguageModel } from "ai";
import { z } from "zod";
import { answer } from "./answer.ts";
import type { PageFiles } from "./bundle-page.ts";
import { addAnswers, addText, textOf, type Conversation, type ConversationStore } from "./conversations.ts";
import { people } from "./people.ts";
import { suggestions } from "./script.ts";
import type { SessionStore } from "./sessions.ts";

export interface ChatServer {
  page: PageFiles;
  model: LanguageModel;
  toolsOf(personId: string): readonly AgentTool[];
  sessions: SessionStore;
  conversations: ConversationStore;
  store: StoreDriver;
  approvalSecret: string;
}

/** The body of a request. The page sends only what is new, and never messages that the server already has. */
const sent = z.union([
  z.strictObject({ text: z.string().trim().min(1).max(10_000) }),
  z.strictObject({
    answers: z.array(
      z.strictObject({
        approvalId: z.string(),
        approved: z.boolean(),
        params: z.record(z.string(), z.unknown()).optional(),
      }),
    ),
  }),
]);

/** Returns the function that answers all requests of the browser. */
export const routes =
  (server: ChatServer) =>
  async (request: Request, closed: AbortSignal): Promise<Response> => {
    const { page, sessions, conversations } = server;
    const { pathname, origin, searchParams } = new URL(request.url);
    const route = `${request.method} ${pathname.replace(/[\w-]{36}$/, ":id")}`;
    if (route === "GET /page.js") return file(page.js, "text/javascript");
    if (route === "GET /page.css") return file(page.css, "text/css");
    if (route === "GET /" || route === "GET /c/:id") return file(page.html, "text/html");
    // Another site must not act with the cookie of this person.
    if (request.method !== "GET" && request.headers.get("origin") !== origin)
      return refusal(403, `Another site has sent this request. Open ${origin}.`);

    if (route === "POST /api/session") {
      const body = (await json(request)) as { person?: unknown } | null | undefined;
      const found = people.find(({ id }) => id === body?.person);
      if (!found) return refusal(404, "This person does not exist.");
      return Response.json({}, { headers: { "set-cookie": sessions.open(found.id) } });
    }
    const personId = sessions.personOf(request);
    if (route === "GET /api/session")
      return Response.json({
        people: people.map(({ id, name, about }) => ({ id, name, about })),
        person: personId,
        suggestions,
        conversations: personId === undefined ? [] : conversations.list(personId).map(summary),
      });
    if (personId === undefined) return refusal(401, "You are signed out. Reload this page to sign in.");
    if (route === "DELETE /api/session")
      return Response.json({}, { headers: { "set-cookie": sessions.close(request) } });
    if (route === "POST /api/conversations") return Response.json(summary(conversations.create(personId)));

    const conversation = conversations.find(pathname.split("/").at(-1)!, personId);
    if (!conversation) return refusal(404, "This conversation does not exist.");
    if (route === "GET /api/conversations/:id") {
      if (searchParams.has("ended")) await conversation.running;
      return Response.json({ messages: conversation.messages, running: conversation.running !== undefined });
    }
    if (route !== "POST /api/conversations/:id") return refusal(404, "This address does not exist.");
    const { data: body } = sent.safeParse(await json(request));
    if (!body) return refusal(400, "The body of this request is not valid.");
    // No `await` may stand between this check and `answer`, which sets `conversation.running`. With an
    // `await`, two requests could both pass.
    if (conversation.running) return refusal(409, "An answer is still being written.");
    const changedCalls =
      "text" in body ? addText(conversation, body.text) : addAnswers(conversation, body.answers);
    if (!changedCalls) return refusal(409, "This was already answered, for example in another tab.");
    const tools = server.toolsOf(personId);
    const { save } = conversations;
    return answer({ ...server, save, conversation, tools, changedCalls, signal: closed });
  };

const summary = ({ id, messages }: Conversation) => ({ id, title: textOf(messages[0]) || "New chat" });

/** Returns undefined if the body is not JSON. */
const json = (request: Request): Promise<unknown> => request.json().catch(() => undefined);

const refusal = (status: number, text: string) => new Response(text, { status });

const file = (text: string, type: string) =>
  new Response(text, {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
    },
  });
