// What a call needs, but no import of the connector and no tool. The connector loads this module at its first call.
export { createAudience } from "./audience/read-audience.ts";
export { createResolver } from "./names/resolve-params.ts";
export { connectWorkspace } from "./wire/client.ts";
