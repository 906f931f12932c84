import { callsOf, headers } from "../form.js";

export const open = callsOf(async (url, body) =>
  (await fetch(url, { method: "POST", headers, body })).json(),
);
