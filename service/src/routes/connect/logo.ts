import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import { route, type Route } from "../../http/route.ts";
import { findLogo } from "../../store/lists/application-list.ts";

/** The logo of an application, for the pages on which it asks for something. Everybody who has a link may see it. */
export const logoRoute: Route = route({
  id: "showLogo",
  method: "get",
  paths: ["/logos/{client_id}"],
  tag: "Connect",
  access: "open",
  page: true,
  summary: "Return the logo of an application",
  answer: { description: "The image", schema: z.string(), media: ["image/png"] },
  async handle({ params }, { store }) {
    const content = await findLogo(store.db, params["client_id"] ?? "");
    if (content === undefined)
      throw new ConnectorError("not_found", "This application has no logo.", { path: "client_id" });
    return new Response(Buffer.from(content, "base64"), {
      headers: {
        "content-type": "image/png",
        "cache-control": "public, max-age=3600",
        "content-security-policy": "default-src 'none'; sandbox",
        "cross-origin-resource-policy": "same-origin",
        "x-content-type-options": "nosniff",
      },
    });
  },
});
