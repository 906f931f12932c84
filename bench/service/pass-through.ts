import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { reportFigures } from "./report-figures.ts";

// The least that a program can do between a client and a platform: reads the JSON of a request, sends a form to the
// platform, and returns the platform's JSON. Argument: the address of the platform.

const [platform] = process.argv.slice(2);
const headers = {
  authorization: "Bearer xoxb-bench-token",
  "content-type": "application/x-www-form-urlencoded",
};
const app = new Hono();
app.post("/execute", async (context) => {
  const { params } = await context.req.json<{ params: Record<string, string> }>();
  const response = await fetch(`${platform}/conversations.info`, {
    method: "POST",
    headers,
    body: new URLSearchParams(params),
  });
  return context.json({ status: "success", result: await response.json() });
});
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
  process.send!({ url: `http://127.0.0.1:${port}` }),
);
reportFigures(() => 0);
