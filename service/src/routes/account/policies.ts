import { z } from "zod";
import { idPattern, tenantOf } from "../../access/visible-connectors.ts";
import { route, type Route } from "../../http/route.ts";
import { listPolicies } from "../../store/queries/policies.ts";
import { removePolicy, storePolicy } from "./change-policy.ts";
import { policySchema, policyViewOf } from "./policy-view.ts";
import { limit, userId } from "../shared/request-schemas.ts";

const paths: [string] = ["/v1/policies"];

const target = {
  connector_type: z.string().max(100).optional(),
  external_user_id: userId.optional(),
  connector_id: z.string().regex(idPattern).optional(),
};
const oneTarget = ({
  external_user_id,
  connector_id,
}: {
  external_user_id?: unknown;
  connector_id?: unknown;
}) => external_user_id === undefined || connector_id === undefined;
const oneTargetMessage = {
  path: ["connector_id"],
  message: "send external_user_id or connector_id, not both; without both, the target is the organization",
};

const policyBody = z
  .strictObject({
    ...target,
    policy: z.record(z.string().max(100), z.unknown()).meta({
      description:
        "The fields effects, include, exclude, caps, only and external, as in the option policy of a connector. approval: the rules by which people are asked. approval_page: the page of your application on which they decide.",
    }),
  })
  .refine(oneTarget, oneTargetMessage)
  .meta({ id: "PolicySet" });

export const policyRoutes: readonly Route[] = [
  route({
    id: "listPolicies",
    method: "get",
    paths,
    tag: "Policies",
    summary: "List the policies that the token can see",
    access: "any",
    scope: "policies:read",
    query: z.strictObject({ ...target, limit, cursor: z.string().regex(idPattern).optional() }),
    answer: {
      description: "The policies, oldest first",
      schema: z
        .object({ data: z.array(policySchema), next_cursor: z.string().nullable() })
        .meta({ id: "PolicyList" }),
    },
    async handle({ query, claims }, { store, types }) {
      const { limit = 100, cursor, connector_type: name, external_user_id, connector_id } = query;
      const rows = await listPolicies(store.db, tenantOf(claims), {
        type: name === undefined ? undefined : types.storedName(name, "connector_type"),
        workspace: external_user_id,
        connector: connector_id,
        after: cursor,
        limit: limit + 1,
      });
      const data = rows.slice(0, limit).map((row) => policyViewOf(row, row.workspace));
      return { body: { data, next_cursor: rows.length > limit ? rows[limit - 1]!.id : null } };
    },
  }),
  route({
    id: "setPolicy",
    method: "put",
    paths,
    tag: "Policies",
    summary: "Set the policy of the organization, of one user or of one connector",
    access: "application",
    scope: "policies:write",
    body: policyBody,
    errors: [404],
    answer: { description: "The policy", schema: policySchema },
    async handle({ body, ...request }, context) {
      const { policy, ...named } = body;
      return { body: await storePolicy(request, { named, policy }, context) };
    },
  }),
  route({
    id: "deletePolicy",
    method: "delete",
    paths,
    tag: "Policies",
    summary: "Delete the policy of the organization, of one user or of one connector",
    access: "application",
    scope: "policies:write",
    query: z.strictObject(target).refine(oneTarget, oneTargetMessage),
    errors: [404],
    answer: {
      description: "The policy is deleted",
      schema: z.object({ deleted: z.literal(true) }).meta({ id: "PolicyDeleted" }),
    },
    async handle({ query, ...request }, context) {
      await removePolicy(request, { named: query }, context);
      return { body: { deleted: true } };
    },
  }),
];
