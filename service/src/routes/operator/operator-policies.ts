import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import { findPolicyTarget, policyText, type RequestedTarget } from "../../access/policy-targets.ts";
import { idPattern, tenantOf, visibleConnector } from "../../access/visible-connectors.ts";
import { tryCall } from "../../approvals/try-call.ts";
import type { Context } from "../../http/context.ts";
import { route, type Route } from "../../http/route.ts";
import { hasRole } from "../../operators/roles.ts";
import {
  policiesPage,
  policyChangePage,
  policyPage,
  type ShownTarget,
} from "../../pages/operator-policies.ts";
import { trialPage } from "../../pages/operator-trial.ts";
import { seeOther } from "../../pages/page.ts";
import { listAddress } from "../../pages/parts.ts";
import { listConnectors } from "../../store/lists/connector-list.ts";
import { findPolicy, listPolicies } from "../../store/queries/policies.ts";
import { policyHash, removePolicy, storePolicy } from "../account/change-policy.ts";
import { userId } from "../shared/request-schemas.ts";
import { explainPolicy } from "./explain-policy.ts";
import { frameOf, operatorPages, operatorRoute, withoutEmpty } from "./operator-frame.ts";
import { spendingToday } from "./spending-today.ts";

const { href, role } = operatorPages.policies;
/** Each policy is explained. */
const pageSize = 20;
/** The connectors that the form for a trial offers. */
const mostOffered = 200;

const target = {
  connector_type: z.string().max(100).optional(),
  external_user_id: userId.optional(),
  connector_id: z.string().regex(idPattern).optional(),
};
const policyField = z.string().max(20_000).optional();

export const operatorPolicyRoutes: readonly Route[] = [
  route({
    ...operatorRoute,
    id: "showPolicies",
    method: "get",
    paths: [href],
    role,
    summary: "List the policies, and what calls have spent today",
    query: withoutEmpty(z.strictObject({ cursor: z.string().regex(idPattern).optional() })),
    async handle({ query: { cursor }, operator }, context) {
      const { store, types } = context;
      const tenant = tenantOf(operator.claims);
      const rows = await listPolicies(store.db, tenant, { after: cursor, limit: pageSize + 1 });
      const connectors = await listConnectors(store.db, tenant, { limit: mostOffered });
      const names = new Map(connectors.map(({ id, name }) => [id, name]));
      const policies = rows.slice(0, pageSize).map(async (row) => ({
        target: {
          connector_type: types.shown(row.type).published,
          title: types.shown(row.type).title,
          external_user_id: row.workspace,
          connector_id: row.connector_id,
          connector: names.get(row.connector_id ?? "") ?? null,
        },
        waits: row.connector_id === null && row.workspace_id !== null && row.target !== row.workspace_id,
        updated_at: new Date(row.updated_at).toISOString(),
        sentences: await explainPolicy(types.shown(row.type).connector, row.policy),
      }));
      return policiesPage(frameOf(operator, href), {
        policies: await Promise.all(policies),
        next: rows.length > pageSize ? rows[pageSize - 1]!.id : null,
        types: types.all.map(({ published, title }) => ({ value: published, text: title })),
        connectors: connectors.map(({ id, name, workspace }) => ({
          value: id,
          text: `${name} of ${workspace}`,
        })),
        spending: await spendingToday(context, tenant.organization),
        canChange: hasRole(operator.roles, "admin"),
      });
    },
  }),
  route({
    ...operatorRoute,
    id: "showPolicy",
    method: "get",
    paths: [`${href}/one`],
    role,
    summary: "Show the policy of the organization, of a user or of a connector",
    query: withoutEmpty(
      z.strictObject(target).refine(({ connector_type, connector_id }) => connector_type ?? connector_id, {
        path: ["connector_type"],
        message: "is missing",
      }),
    ),
    async handle({ query, operator }, context) {
      const { shown, connector, text } = await currentPolicy(context, operator.claims.organization, query);
      return policyPage(frameOf(operator, href), {
        target: shown,
        text: text && pretty(text),
        sentences: await explainPolicy(connector, text),
        canChange: connector !== undefined && hasRole(operator.roles, "admin"),
      });
    },
  }),
  route({
    ...operatorRoute,
    id: "checkPolicyOnPage",
    method: "post",
    paths: [`${href}/check`],
    role: "admin",
    summary: "Say what a change of a policy means",
    body: withoutEmpty(z.strictObject({ ...target, policy: policyField, change: z.enum(["set", "delete"]) })),
    async handle({ body: { policy, change, ...named }, operator }, context) {
      const { shown, type, connector, text } = await currentPolicy(
        context,
        operator.claims.organization,
        named,
      );
      const next = change === "set" ? policyText(context.types.offered(type), parsed(policy)) : undefined;
      const [before, after] = [await explainPolicy(connector, text), await explainPolicy(connector, next)];
      return policyChangePage(frameOf(operator, href), {
        target: shown,
        text: next && pretty(next),
        replaces: policyHash(text),
        ends: before.filter((one) => !after.includes(one)),
        begins: after.filter((one) => !before.includes(one)),
      });
    },
  }),
  route({
    ...operatorRoute,
    id: "storePolicyOnPage",
    method: "post",
    paths: [`${href}/store`],
    role: "admin",
    summary: "Set or delete a policy",
    body: withoutEmpty(
      z.strictObject({ ...target, policy: policyField, replaces: z.string().regex(/^[0-9a-f]{64}$/) }),
    ),
    async handle({ body: { policy, replaces, ...named }, operator: { claims }, requestId }, context) {
      const asker = { claims, requestId };
      if (policy === undefined) await removePolicy(asker, { named, replaces }, context);
      else await storePolicy(asker, { named, replaces, policy: parsed(policy) }, context);
      return seeOther(listAddress(`${href}/one`, named));
    },
  }),
  route({
    ...operatorRoute,
    id: "tryCallOnPage",
    method: "post",
    paths: [`${href}/trial`],
    role,
    summary: "Say whether a call is allowed, without sending anything",
    body: withoutEmpty(
      z.strictObject({
        connector_id: z.string().regex(idPattern),
        entity: z.string().max(200),
        action: z.string().max(200),
        params: z.string().max(20_000).optional(),
      }),
    ),
    async handle({ body, operator }, context) {
      const row = await visibleConnector(context.store.db, operator.claims, body.connector_id);
      const { entity, action, params } = body;
      const request = {
        entity,
        action,
        params: z.record(z.string(), z.unknown()).parse(parsed(params ?? "{}", '{"channel": "#general"}')),
      };
      return trialPage(frameOf(operator, href), {
        connector: { id: row.id, name: row.name, user: row.workspace },
        tried: body,
        outcome: await tryCall(context, row, request),
      });
    },
  }),
];

const pretty = (json: string): string => JSON.stringify(JSON.parse(json), undefined, 2);

/** Reads an object from a form. @throws ConnectorError `validation_error` with the example */
function parsed(text = "", example = '{"effects": ["read"]}'): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // The error below says it.
  }
  throw new ConnectorError("validation_error", "This is not a JSON object.", {
    path: "form",
    hint: `Go back, and write an object such as ${example}.`,
  });
}

/** Returns the policy of a target that exists. */
async function currentPolicy({ store, types }: Context, organization: string, named: RequestedTarget) {
  const options = { create: false, now: 0 };
  const { target, user } = await findPolicyTarget(store.db, types, organization, named, options);
  const { connector_id, type } = target;
  const connector =
    connector_id === null ? null : (await visibleConnector(store.db, { organization }, connector_id)).name;
  const { published, title, connector: definition } = types.shown(type);
  const shown: ShownTarget = {
    connector_type: published,
    title,
    external_user_id: user,
    connector_id,
    connector,
  };
  return { shown, type, connector: definition, text: (await findPolicy(store.db, target))?.policy };
}
