import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { json, type Received, serve, type TestServer } from "../../fixtures/server.ts";

const record = {
  type: "object",
  properties: {
    id: { type: "string" },
    state: { type: "string" },
    total: { type: "number" },
    paid: { type: "boolean" },
    created: { type: "string" },
    customer: { type: "object", properties: { name: { type: "string" } } },
  },
};
const id = { type: "object", properties: { id: { type: "string" } }, required: ["id"] };
const docs = "https://shop.example/docs";

/** A connector file of a shop at an address, with an action of each effect. */
const shopFile = (endpoint: string) => ({
  format: 1,
  name: "shop",
  title: "Shop",
  endpoint,
  auth: { key: { api_key: { description: "key" } } },
  schemes: { key: { kind: "bearer", token: "{api_key}" } },
  operations: {
    list: { method: "GET", path: "/orders", paging: { kind: "cursor", cursor: "after", next: "next", limit: "size", default: 2, max: 50 }, docs }, // prettier-ignore
    get: { method: "GET", path: "/orders/{id}", docs },
    update: { method: "PUT", path: "/orders/{id}", docs },
    cancel: { method: "DELETE", path: "/orders/{id}", docs },
  },
  actions: {
    orders: {
      list: { description: "List orders.", effect: "read", paginated: true, params: { type: "object", properties: { states: { type: "array", items: { enum: ["open", "sent"] } }, min: { type: "number" }, paid: { type: "boolean" }, text: { type: "string" } } }, result: record, calls: "list", pick: "orders", example: {} }, // prettier-ignore
      get: { description: "Get an order.", effect: "read", params: id, result: record, calls: "get", example: { id: "o1" } }, // prettier-ignore
      update: { description: "Change an order.", effect: "write", params: { ...id, properties: { ...id.properties, address: { type: "object", properties: { street: { type: "string" }, number: { type: "integer" } } } } }, result: record, calls: "update", example: { id: "o1" } }, // prettier-ignore
      cancel: { description: "Cancel an order.", effect: "destructive", params: id, result: record, calls: "cancel", example: { id: "o1" } }, // prettier-ignore
    },
  },
});

const orders = Array.from({ length: 5 }, (_, index) => ({
  id: `o${index + 1}`,
  state: index % 2 === 0 ? "open" : "sent",
  total: 10.5 * (index + 1),
  paid: index > 1,
  created: `2026-03-12T1${index}:30:00Z`,
  customer: { name: `Person ${index + 1}` },
}));

export interface Shop extends AsyncDisposable {
  /** The path of the connector file. */
  file: string;
  env: Record<string, string>;
  requests: Received[];
}

/** Starts a shop, and writes its connector file into a folder. `stuck`: whether requests get no answer. */
export async function openShop(folder: string, { stuck = false } = {}): Promise<Shop> {
  const server: TestServer = await serve(({ method, path }, response) => {
    if (stuck) return undefined;
    const { pathname, searchParams } = new URL(path, "http://localhost");
    if (pathname !== "/orders") {
      const found = orders.find((one) => pathname.endsWith(`/${one.id}`));
      return json(response, found ? 200 : 404, found ? { ...found, ...(method === "DELETE" ? { state: "gone" } : {}) } : { error: "none" }); // prettier-ignore
    }
    const from = Number(searchParams.get("after") ?? 0);
    const size = Number(searchParams.get("size") ?? 2);
    const next = from + size < orders.length ? String(from + size) : undefined;
    return json(response, 200, { orders: orders.slice(from, from + size), next });
  });
  const file = join(folder, "shop.connector.json");
  writeFileSync(file, JSON.stringify(shopFile(server.url)));
  return {
    file,
    requests: server.requests,
    env: { SHOP_API_KEY: "key-canary-42", XDG_CONFIG_HOME: folder, TERM: "dumb" },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
