import { action, ConnectorError, defineConnector, listAction } from "agent-connectors";

/** What is sent; a list's operation says how it is paged. */
const operations = {
  "notes.list": {
    method: "GET",
    path: "/notes",
    paging: { limit: "size", cursor: "after", next: "next", default: 50, max: 100 },
    docs: "https://acme.example/docs/list",
  },
  "notes.create": { method: "POST", path: "/notes", docs: "https://acme.example/docs/create" },
} as const;

/** An entity: its actions. With many, a module for each: `import * as notes from "./notes.ts"`. */
const notes = {
  list: listAction({
    description: "List notes, newest first.",
    params: (z) => ({ folder: z.string().optional() }), // a shape; becomes a strict object
    result: (z) => z.object({ id: z.string(), title: z.string() }), // types and documents one item
    calls: "notes.list",
    pick: "items", // where the items are in the answer
    example: { folder: "inbox" },
  }),
  create: action({
    description: "Write a note.",
    params: (z) => ({ title: z.string().max(200) }),
    effect: "write", // read | write | spend | destructive, or a rule
    calls: "notes.create",
    example: { title: "Milk" },
  }),
};

export const AcmeConnector = defineConnector({
  name: "acme",
  title: "Acme Notes",
  endpoint: "https://api.acme.example",
  requestIdHeader: "x-request-id",
  auth: { token: { api_key: { description: "API key" } } }, // forms of credentials, by a name of your choice
  entities: { notes },
  operations,
  toolEffects: ["read", "write"],
  connect: ({ api_key }, { http, endpoint }) => ({
    send(name, args, { repeatable, signal }) {
      const { method, path } = operations[name as keyof typeof operations];
      const url = new URL(endpoint + path);
      const reads = method === "GET";
      if (reads) for (const [key, value] of Object.entries(args)) url.searchParams.set(key, String(value));
      return http({
        what: `Acme ${name}`, // for messages
        method,
        url: url.href,
        headers: { authorization: `Bearer ${api_key}`, "content-type": "application/json" },
        body: reads ? undefined : JSON.stringify(args),
        repeatable, // reads may be sent again
        signal,
        read({ status, headers, text }) {
          if (status >= 400)
            throw new ConnectorError("upstream_rejected", `Acme ${name} answered HTTP ${status}.`);
          return { body: JSON.parse(text), headers }; // a Reply: `pick` and paging look into its body
        },
      });
    },
    identify: async () => ({ identity: {} }), // what `check()` tells: ask the platform who the key is
  }),
});
export type AcmeConnector = InstanceType<typeof AcmeConnector>;
