import { action } from "../../core/action.ts";
import { channel, ts } from "./params.ts";

export const create = action({
  description: "Pin a message to its channel.",
  params: (z) => ({ channel: channel(z), ts: ts(z) }),
  result: (z) => z.object({ channel: z.string(), ts: z.string() }),
  effect: "write",
  calls: "pins.add",
  example: { channel: "C012AB3CD", ts: "1712161829.000300" },
});
