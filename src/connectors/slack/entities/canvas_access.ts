import { action } from "../../../core/contract/action.ts";
import { changeAccess } from "../operations/change-access.ts";
import { accessLevel, accessOf, canvasId } from "../params.ts";

export const set = action({
  description: "Let a channel or a person read or write a canvas. `owner` transfers the canvas.",
  params: (z) => ({ canvas_id: canvasId(z), access_level: accessLevel(z), ...accessOf(z) }),
  oneOf: ["channel", "user"],
  result: (z) => z.object({ canvas_id: z.string(), access_level: z.string() }),
  // A change of the owner is destructive, because the former owner cannot take the canvas back.
  effect: {
    weakest: "write",
    strongest: "destructive",
    of: ({ access_level }) => (access_level === "owner" ? "destructive" : "write"),
  },
  calls: "canvases.access.set",
  example: { canvas_id: "F012AB3CD", access_level: "read", channel: "C012AB3CD" },
  run: (params, context) => changeAccess(context, "canvases.access.set", params),
});

const remove = action({
  description: "Remove a channel's or a person's access to a canvas.",
  params: (z) => ({ canvas_id: canvasId(z), ...accessOf(z) }),
  oneOf: ["channel", "user"],
  result: (z) => z.object({ canvas_id: z.string() }),
  effect: "write",
  calls: "canvases.access.delete",
  example: { canvas_id: "F012AB3CD", user: "U012AB3CD" },
  run: (params, context) => changeAccess(context, "canvases.access.delete", params),
});
export { remove as delete };
