import { z } from "zod";
import { idPattern } from "../../access/visible-connectors.ts";
import { route, type Route } from "../../http/route.ts";
import { listWorkspaces, type ListedWorkspace } from "../../store/queries/workspaces.ts";
import { limit, userId } from "../shared/request-schemas.ts";

const time = z.iso.datetime();
const workspaceSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    external_user_id: z.string(),
    organization_id: z.string(),
    status: z.literal("active"),
    connectors: z.number().int(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: "Workspace" });

/** The list of users, which existing clients call workspaces. Every workspace of this service is active. */
export const workspaceRoute: Route = route({
  id: "listWorkspaces",
  method: "get",
  paths: ["/v1/workspaces", "/api/v1/workspaces"],
  tag: "Users",
  summary: "List the users that the token can see",
  access: "any",
  scope: "connectors:read",
  query: z.strictObject({
    name_contains: userId.optional(),
    status: z.enum(["active", "inactive"]).optional(),
    limit,
    cursor: z.string().regex(idPattern).optional(),
  }),
  answer: {
    description: "The users, oldest first",
    schema: z
      .object({
        data: z.array(workspaceSchema),
        next: z.string().nullable().meta({ description: "The same as next_cursor." }),
        next_cursor: z.string().nullable(),
      })
      .meta({ id: "WorkspaceList" }),
  },
  async handle({ query, claims }, { store }) {
    const { limit = 100, cursor, name_contains, status } = query;
    const rows =
      status === "inactive"
        ? []
        : await listWorkspaces(store.db, claims.organization, {
            id: claims.workspace?.id,
            after: cursor,
            contains: name_contains,
            limit: limit + 1,
          });
    const next = rows.length > limit ? rows[limit - 1]!.id : null;
    return { body: { data: rows.slice(0, limit).map(viewOf), next, next_cursor: next } };
  },
});

const viewOf = ({ id, name, organization_id, connectors, created_at }: ListedWorkspace) => {
  const created = new Date(created_at).toISOString();
  return {
    id,
    name,
    external_user_id: name,
    organization_id,
    status: "active",
    connectors,
    created_at: created,
    updated_at: created,
  };
};
