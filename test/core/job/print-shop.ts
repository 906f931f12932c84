import { action, ConnectorError, defineConnector, type Clock, type ConnectorOptions } from "agent-connectors";
import { at } from "agent-connectors/toolkit";

/** A platform that prints books, which takes hours. Every order makes one print of each copy. */
export function printShop(clock: Clock, { hours = 1 }: { hours?: number } = {}) {
  const prints = new Map<string, { ready: number; failed?: string; gone?: boolean }>();
  const state = { prints, asked: 0, ordered: 0, refuse: undefined as Response | undefined };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(String(input));
    if (init?.method === "POST") {
      if (state.refuse) return state.refuse.clone();
      state.ordered++;
      const id = `p${prints.size + 1}`;
      prints.set(id, { ready: clock.now() + hours * 3_600_000 });
      return Response.json({ id });
    }
    state.asked++;
    const print = prints.get(url.pathname.split("/").at(-1)!);
    if (!print || print.gone) return Response.json({ error: "no print" }, { status: 404 });
    const isReady = clock.now() >= print.ready;
    return Response.json({ state: print.failed ?? (isReady ? "ready" : "printing"), pages: 7 });
  };
  return { fetch, state };
}

interface Work {
  ids: string[];
}

export const printEntities = {
  order: action({
    description: "Print a book.",
    params: (z) => ({
      book: z.string(),
      copies: z.int().default(1),
      wait_seconds: z.int().default(0),
    }),
    effect: "read",
    calls: ["prints.create", "prints.get"],
    example: { book: "Emma" },
    job: {
      waits: "wait_seconds",
      goesOn: "The shop prints it all the same.",
      async plan({ book }): Promise<Work> {
        if (book === "") throw new ConnectorError("invalid_params", "There is no such book.");
        return { ids: [] };
      },
      async start(work: Work, { book, copies }, { send }, save) {
        const ids = [...work.ids];
        while (ids.length < copies) {
          ids.push(String(at((await send("prints.create", { book })).body, "id")));
          await save({ ids: [...ids] });
        }
        return { ids };
      },
      async ask({ ids }: Work, { book }, { send }) {
        const states = [];
        for (const id of ids) states.push(at((await send("prints.get", { id })).body, "state"));
        if (states.includes("torn")) throw new ConnectorError("upstream_rejected", "The paper is torn.");
        const done = states.filter((state) => state === "ready").length;
        if (done === ids.length) return { read: async () => ({ data: { book, ids } }) };
        return {
          progress: { done, total: ids.length, message: `${done} of ${ids.length} are printed.` },
        };
      },
    },
  }),
  count: action({
    description: "Count the prints of a day.",
    params: (z) => ({ day: z.string() }),
    effect: "read",
    calls: "prints.get",
    example: { day: "today" },
  }),
};

export const printDefinition = {
  name: "print-shop",
  title: "Print Shop",
  endpoint: "https://print.example",
  auth: { token: { api_token: { description: "token" } } },
  schemes: { token: { kind: "bearer", token: "{api_token}" } },
  operations: {
    "prints.create": { method: "POST", path: "/prints", docs: "https://print.example" },
    "prints.get": { method: "GET", path: "/prints/{id}", docs: "https://print.example" },
  },
} as const;

/** A connector of the print shop. The work of one call is one print of each copy. */
export const PrintShop = defineConnector({ ...printDefinition, entities: { prints: printEntities } });

export const openShop = (shop: ReturnType<typeof printShop>, clock: Clock, code: ConnectorOptions = {}) =>
  new PrintShop({ auth: { api_token: "secret" } }, { fetch: shop.fetch, clock, ...code });
