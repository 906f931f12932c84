import { writeSync } from "node:fs";
import { action, defineConnector, listAction } from "agent-connectors";

// Creates two connectors of one class with many actions, and makes a tool of each. Measures the milliseconds for the
// second tool. Argument: the number of actions.

const names = ["list", "get", "create", "update", "remove"];
const entityCount = Number(process.argv[2]) / names.length;
const docs = "https://api.example/docs";
const operations = {
  "things.list": {
    method: "GET",
    path: "/things",
    paging: { limit: "size", cursor: "after", next: "next", default: 50, max: 100 },
    docs,
  },
  "things.change": { method: "POST", path: "/things", docs },
};
const actionsOf = (entity) => ({
  list: listAction({
    description: `List the ${entity} of an account, newest first.`,
    params: (z) => ({ folder: z.string().optional(), state: z.enum(["open", "closed"]).optional() }),
    result: (z) => z.object({ id: z.string(), title: z.string() }),
    calls: "things.list",
    pick: "items",
    example: { folder: "inbox" },
  }),
  ...Object.fromEntries(
    names.slice(1).map((name) => [
      name,
      action({
        description: `${name} one of the ${entity}, by its id.`,
        params: (z) => ({
          id: z.string(),
          title: z.string().max(200).optional(),
          size: z.number().optional(),
        }),
        effect: name === "get" ? "read" : "write",
        calls: "things.change",
        example: { id: "t1" },
      }),
    ]),
  ),
});
const entities = Object.fromEntries(
  Array.from({ length: entityCount }, (_, index) => [`things_${index}`, actionsOf(`things_${index}`)]),
);
const LargeConnector = defineConnector({
  name: "large",
  title: "Large",
  endpoint: "https://api.example",
  requestIdHeader: "x-request-id",
  auth: { token: { api_key: { description: "API key" } } },
  entities,
  operations,
  toolEffects: ["read", "write"],
  connect: () => ({
    send: async () => ({ body: {}, headers: {} }),
    identify: async () => ({ identity: {} }),
  }),
});
const makeTool = () => new LargeConnector({ auth: { api_key: "k" } }).tool();

await makeTool();
const start = performance.now();
const { description } = await makeTool();
const measured = performance.now() - start;
if (!description.includes("things_0")) throw new Error("The description is wrong.");
writeSync(3, `${JSON.stringify({ measured })}\n`);
