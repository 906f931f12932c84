import { request } from "undici";
import { callsOf, headers } from "../form.js";

export const open = callsOf(async (url, body) =>
  (await request(url, { method: "POST", headers, body })).body.json(),
);
