import { action, ConnectorError, defineConnector, listAction } from "agent-connectors";

/** The platform's endpoints. `paging` describes the pages of a list. */
const operations = {
  "notes.list": {
    method: "GET",
    path: "/notes",
    paging: { kind: "cursor", limit: "size", cursor: "after", next: "next", default: 50, max: 100 },
    docs: "https://acme.example/docs/list",
  },
  "notes.create": { method: "POST", path: "/notes", docs: "https://acme.example/docs/create" },
} as const;

/** An entity with its actions. A larger connector has one module per entity: `import * as notes from "./notes.ts"`. */
const notes = {
  list: listAction({
    description: "List notes, newest first.",
    params: (z) => ({ folder: z.string().optional() }), // unknown params are an error
    result: (z) => z.object({ id: z.string(), title: z.string() }), // one item of the list
    calls: "notes.list",
    pick: "items", // path of the items in the response
    example: { folder: "inbox" },
  }),
  create: action({
    description: "Write a note.",
    params: (z) => ({ title: z.string().max(200) }),
    effect: "write", // read, write, spend or destructive
    calls: "notes.create",
    example: { title: "Milk" },
  }),
};

export const AcmeConnector = defineConnector({
  name: "acme",
  title: "Acme Notes",
  endpoint: "https://api.acme.example",
  requestIdHeader: "x-request-id",
  auth: { token: { api_key: { description: "API key" } } }, // `token` is a name of your choice
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
        what: `Acme ${name}`, // name of the request in error messages
        method,
        url: url.href,
        headers: { authorization: `Bearer ${api_key}`, "content-type": "application/json" },
        body: reads ? undefined : JSON.stringify(args),
        repeatable, // true for reads: the request can be sent twice
        signal,
        read({ status, headers, text }) {
          if (status >= 400)
            throw new ConnectorError("upstream_rejected", `Acme ${name} returned HTTP ${status}.`);
          return { body: JSON.parse(text), headers }; // `pick` and `paging` read the body
        },
      });
    },
    identify: async () => ({ identity: {} }), // the result of `check()`; a real connector asks the platform
  }),
});
export type AcmeConnector = InstanceType<typeof AcmeConnector>;
