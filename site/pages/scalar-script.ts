interface Route {
  url: string;
  handler(request: undefined, reply: { header(): { send(text: string): void } }): void;
}
type Plugin = (app: object, options: object, done: () => void) => void;

/**
 * Returns the script of Scalar, which shows an OpenAPI document. Its own package brings 150 MB of other packages. The plugin
 * for Fastify has the same script at a route, and brings 10 MB.
 */
export async function scalarScript(): Promise<string> {
  const { default: plugin } = (await import(
    new URL("../node_modules/@scalar/fastify-api-reference/dist/index.js", import.meta.url).href
  )) as { default: Plugin };
  const routes: Route[] = [];
  const app = { hasPlugin: () => false, route: (route: Route) => routes.push(route) };
  plugin(app, { configuration: { url: "/openapi.json" } }, () => {});
  let script = "";
  routes
    .find(({ url }) => url.endsWith(".js"))
    ?.handler(undefined, { header: () => ({ send: (text) => (script = text) }) });
  if (script === "") throw new Error("The plugin of Scalar for Fastify has no route with its script.");
  return script;
}
