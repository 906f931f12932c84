import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import { findPolicyTarget, policyText } from "../../access/policy-targets.ts";
import { idPattern, tenantOf } from "../../access/visible-connectors.ts";
import { route, type Route } from "../../http/route.ts";
import { deletePolicyOf, setPolicyOf } from "../../store/queries/account-policies.ts";
import { listPolicies } from "../../store/queries/policies.ts";
import { actorOf } from "../shared/actor.ts";
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
    async handle({ body, claims, requestId }, { store, types, audit, clock }) {
      const { policy, ...named } = body;
      const now = clock.now();
      return store.transaction(async (db) => {
        const found = await findPolicyTarget(db, types, claims.organization, named, { create: true, now });
        const text = policyText(types.offered(found.target.type), policy);
        const row = await setPolicyOf(db, found.target, text, now);
        const { workspace_id, connector_id, type } = found.target;
        const actor = actorOf({ claims, requestId }, workspace_id ?? undefined);
        const detail = { type, policy: JSON.parse(text) as unknown };
        await audit.write(db, "policy.set", actor, connector_id ?? undefined, detail);
        return { body: policyViewOf(row, found.user) };
      });
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
    async handle({ query, claims, requestId }, { store, types, audit, clock }) {
      const options = { create: false, now: clock.now() };
      await store.transaction(async (db) => {
        const found = await findPolicyTarget(db, types, claims.organization, query, options);
        const { workspace_id, connector_id, type } = found.target;
        if (!(await deletePolicyOf(db, found.target))) throw noPolicy();
        const actor = actorOf({ claims, requestId }, workspace_id ?? undefined);
        await audit.write(db, "policy.delete", actor, connector_id ?? undefined, { type });
      });
      return { body: { deleted: true } };
    },
  }),
];

const noPolicy = () =>
  new ConnectorError("not_found", "There is no such policy.", {
    path: "connector_type",
    hint: "GET /v1/policies lists the policies.",
  });
