import { GmailConnector } from "agent-connectors/gmail";
import { createEmulator } from "emulate";
import { z } from "zod";
import { gmailRecords } from "./gmail-records.ts";
import { definePlatform, toolsOf, toolSpec } from "./platform.ts";

const own = "ana@acme.example";
const message = z.strictObject({
  id: z.string(),
  from: z.string(),
  to: z.string().default(own),
  cc: z.string().optional(),
  subject: z.string(),
  text: z.string(),
  labels: z.array(z.string()).default(["INBOX", "UNREAD"]),
});

/** The mailbox of ana@acme.example, without settings. Labels have their names as ids. */
export const gmail = definePlatform({
  title: GmailConnector.title,
  spec: z.strictObject({
    messages: z.array(message),
    labels: z.array(z.string()).default([]),
    tool: toolSpec,
  }),
  async open({ messages, labels, tool }) {
    const seed = {
      users: [{ email: own, name: "Ana" }],
      labels: labels.map((name) => ({ id: name, user_email: own, name })),
      messages: messages.map(({ text, labels: label_ids, ...one }, index) => ({
        ...one,
        user_email: own,
        thread_id: `t-${one.id}`,
        message_id: `<${one.id}@mail.example>`,
        body_text: text,
        label_ids,
        internal_date: String(Date.UTC(2026, 0, 1, index)),
      })),
    };
    const emulator = await createEmulator({ service: "google", port: 0, seed: { google: seed } as never });
    const endpoint = emulator.url.replace("localhost", "127.0.0.1");
    let requests = 0;
    const send = (async (input, init) => {
      requests++;
      // The emulator has no profile.
      if (String(input).endsWith("/profile")) return Response.json({ emailAddress: own });
      return fetch(input, init);
    }) as typeof globalThis.fetch;
    const connector = new GmailConnector({ auth: { access_token: "ya29-0123456789" } } as never, { endpoint, fetch: send }); // prettier-ignore
    return {
      connector,
      tools: toolsOf(connector, tool),
      records: () => gmailRecords(endpoint),
      requests: () => requests,
      close: () => emulator.close(),
    };
  },
});
