import { type ConnectorOptions, type Result } from "agent-connectors";
import { GmailConnector } from "agent-connectors/gmail";
import { googleFront } from "../google/front.ts";

type Dict = Record<string, unknown>;

export const own = "ana@acme.example";

const raw = (lines: readonly string[]) => Buffer.from(lines.join("\r\n")).toString("base64url");
const to = (more: Dict) => ({ user_email: own, to: own, label_ids: ["INBOX", "UNREAD"], ...more });

/** The mailbox of a person of Acme. */
const messages = [
  to({ id: "m1", thread_id: "t1", from: "Ben Ruiz <ben@acme.example>", cc: "cleo@partner.example, Ana <ana@acme.example>", subject: "Launch plan", body_text: "Can you check the plan?", message_id: "<m1@acme.example>", references: "<m0@acme.example>", internal_date: "1790000001000" }), // prettier-ignore
  to({ id: "m2", thread_id: "t1", from: own, to: "ben@acme.example, dora@acme.example", subject: "Re: Launch plan", body_text: "I will.", label_ids: ["SENT"], message_id: "<m2@acme.example>", in_reply_to: "<m1@acme.example>", internal_date: "1790000002000" }), // prettier-ignore
  to({ id: "m3", thread_id: "t3", from: "news@shop.example", reply_to: "Help <help@shop.example>", subject: "Sale", body_html: "<style>p{}</style><p>Big <b>sale</b> &amp; more</p><p><a href='https://shop.example/x'>Look</a></p>", internal_date: "1790000003000" }), // prettier-ignore
  to({
    id: "m4",
    thread_id: "t4",
    internal_date: "1790000004000",
    raw: raw([
      "From: =?UTF-8?B?WmXDqSBCYW5r?= <ze@bank.example>",
      `To: ${own}`,
      "Subject: =?iso-8859-1?Q?Gr=F6=DFe?=",
      "MIME-Version: 1.0",
      'Content-Type: multipart/mixed; boundary="b1"',
      "",
      "--b1",
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: quoted-printable",
      "",
      "Sch=C3=B6ne Gr=C3=BC=C3=9Fe",
      "--b1",
      "Content-Type: application/pdf",
      'Content-Disposition: attachment; filename="bill 1.pdf"',
      "Content-Transfer-Encoding: base64",
      "",
      "JVBERi0xLjQK",
      "--b1--",
      "",
    ]),
  }),
];

const seed = {
  users: [{ email: own, name: "Ana Acme" }],
  oauth_clients: [{ client_id: "c1", client_secret: "s3cret-0123456789", redirect_uris: ["https://app.example/callback"] }], // prettier-ignore
  labels: [{ id: "Label_1", user_email: own, name: "Bills" }],
  messages,
};

/** Opens a connector to a new mailbox. The emulator has no profile. */
export async function openGmail(options: Partial<ConnectorOptions> = {}) {
  const front = await googleFront(seed, ({ path }) =>
    path === "/gmail/v1/users/me/profile"
      ? { status: 200, body: { emailAddress: own, messagesTotal: 4, threadsTotal: 3, historyId: "1" } }
      : undefined,
  );
  const gmail = new GmailConnector({ auth: { access_token: "ana-token-0123456789" } }, {
    endpoint: front.endpoint,
    policy: { effects: ["read", "write", "destructive"] },
    ...options,
  } as never);
  const call = (name: string, params: Dict = {}) => {
    const [entity, action] = name.split(".");
    return gmail.execute(entity as never, action as never, params as never) as unknown as Promise<Result<Dict & Dict[]>>; // prettier-ignore
  };
  return { gmail, call, ...front };
}

export type OpenedGmail = Awaited<ReturnType<typeof openGmail>>;
