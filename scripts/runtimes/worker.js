import { run } from "./run.js";

export default { fetch: async () => Response.json(await run()) };
