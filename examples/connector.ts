import { action, defineConnector, listAction } from "agent-connectors";

const docs = "https://acme.example/docs";

/**
 * The platform's operations. Each argument goes into the path, the query or the body, depending on the path and the
 * method.
 */
const operations = {
  "notes.list": {
    method: "GET",
    path: "/notes",
    paging: { kind: "cursor", limit: "size", cursor: "after", next: "next", default: 50, max: 100 },
    docs,
  },
  "notes.get": { method: "GET", path: "/notes/{id}", docs },
  "notes.create": { method: "POST", path: "/notes", docs },
  "me.get": { method: "GET", path: "/me", docs },
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
  get: action({
    description: "Get one note.",
    params: (z) => ({ id: z.string() }),
    result: (z) => z.object({ id: z.string(), title: z.string() }),
    effect: "read", // read, write, spend or destructive
    calls: "notes.get",
    example: { id: "n1" },
  }),
  create: action({
    description: "Write a note.",
    params: (z) => ({ title: z.string().max(200) }),
    effect: "write",
    calls: "notes.create",
    example: { title: "Milk" },
  }),
};

export const AcmeConnector = defineConnector({
  name: "acme",
  title: "Acme Notes",
  endpoint: "https://api.acme.example",
  auth: { token: { api_key: { description: "API key" } } }, // `token` is a name of your choice
  schemes: { token: { kind: "bearer", token: "{api_key}" } }, // how the credentials of `token` are sent
  identify: { calls: "me.get" }, // `check()` sends this operation
  entities: { notes },
  operations,
  toolEffects: ["read", "write"],
});
export type AcmeConnector = InstanceType<typeof AcmeConnector>;
