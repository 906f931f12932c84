import { ConnectorError, type AgentTool, type ToolsOptions } from "agent-connectors";
import { failure, type ToolResult } from "agent-connectors/adapter";
import type { Claims } from "../../access/access-tokens.ts";
import { tenantOf } from "../../access/visible-connectors.ts";
import { toolCall } from "../../calls/asked-call.ts";
import { toolsOf } from "../../calls/made-tools.ts";
import type { Context } from "../../http/context.ts";
import type { Reply, RouteRequest } from "../../http/route.ts";
import { usableConnectors, type UsableConnector } from "../../store/queries/connectors.ts";
import { answerCall } from "../connectors/answer-call.ts";
import { otherArguments } from "agent-connectors/toolkit";
import { isAboutOtherCall } from "../../approvals/asked-outcome.ts";
import { toolNames } from "./tool-names.ts";

/** More tools than those of so many connectors do not fit into the context of a model. */
const maxConnectors = 30;

/** With this number of characters for each description, the tools of a connector take less than 1,500 tokens. */
const descriptionBudget = 1400;

/** A connector of the token's user. */
export interface UserConnector {
  row: UsableConnector;
  /** The title of the platform, such as `Slack`. */
  title: string;
  /** The start of the names of its tools. */
  name: string;
  /** Whether the user has other connectors of this type. */
  isOneOfSeveral: boolean;
}

/** Returns the connectors that the token can use, oldest first. */
export async function userConnectors({ store, types }: Context, claims: Claims): Promise<UserConnector[]> {
  const rows = await usableConnectors(store.db, tenantOf(claims), maxConnectors);
  const names = toolNames(rows);
  return rows.map((row) => ({
    row,
    title: types.shown(row.type).title,
    name: names.get(row.id)!,
    isOneOfSeveral: rows.some((other) => other.type === row.type && other.id !== row.id),
  }));
}

const optionsOf = (name: string, { effects }: Claims): ToolsOptions => ({
  name,
  effects,
  split: true,
  descriptionBudget,
});

/**
 * Returns the tools of a connector. Their calls take the same path as calls of the route `tools/call`.
 * @throws ConnectorError if the connector has no tools, for example because a policy forbids everything
 */
export async function userTools(
  { row, name, title, isOneOfSeveral }: UserConnector,
  request: RouteRequest<unknown, unknown>,
  context: Context,
): Promise<AgentTool[]> {
  const { claims } = request;
  const options = optionsOf(name, claims);
  const tools = await toolsOf(await context.openConnectors.get(row, claims.effects), options);
  return tools.map((tool) => {
    const plan: AgentTool["plan"] = (input) => ({
      resolved: undefined,
      run: ({ onProgress } = {}) => {
        const call = toolCall({ tool: tool.name, arguments: input, options }, onProgress);
        const asked = { ...request, params: { connector_id: row.id } };
        const work = answerCall(asked, context, call).then(resultOf, (error: unknown) =>
          failure(request.explain(error)),
        );
        return context.waitFor(work);
      },
    });
    const which = isOneOfSeveral ? `${title} ${quoted(row)}. ` : "";
    const description = `${which}${tool.description}`;
    const call: AgentTool["call"] = (input, options) => plan(input).run(options);
    return {
      ...tool,
      description,
      plan,
      call,
      async resume(id, input, options) {
        const asked = { connector: row.id, tool: tool.name, input };
        if (await isAboutOtherCall(context, tenantOf(claims), id, asked)) return failure(otherArguments());
        return call({ entity: "connector", action: "outcome", params: { id } }, options);
      },
    };
  });
}

/** People choose the name of a connector, so it is short and in quotation marks. */
export const quoted = ({ name }: Pick<UsableConnector, "name">): string => JSON.stringify(name.slice(0, 60));

async function resultOf(reply: Reply | Response): Promise<ToolResult> {
  const text = reply instanceof Response ? await reply.text() : reply.text!;
  const answer = JSON.parse(text) as { ok: boolean; text: string; error?: object };
  if (answer.ok) return { ok: true, data: null, meta: {}, text: answer.text };
  return { ok: false, error: ConnectorError.fromJSON(answer.error as never).toJSON(), text: answer.text };
}
