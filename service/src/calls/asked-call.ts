import { ConnectorError, type CallOptions, type ToolsOptions } from "agent-connectors";
import { failure } from "agent-connectors/adapter";
import type { ExternalRule, CallToPreview } from "agent-connectors/toolkit";
import type { RunnableConnector } from "../platforms/connector-types.ts";
import { toolsOf } from "./made-tools.ts";
import type { Returned } from "./perform-call.ts";

/**
 * One call of a connector that a request asks for. `route` is a part of the name of an idempotency key, and a later request with the same
 * key must ask for the same `request`.
 */
export type AskedCall = CallRequest & {
  /** The name of the call in an error, such as `messages.create`. */
  name: string;
  unchecked?: boolean | undefined;
  /** The run of the call, for the journal. */
  run_id?: string | undefined;
  external: ExternalRule;
  run(connector: RunnableConnector, options: CallOptions): Promise<Returned>;
  /** Returns the call with its dry run, for the person who must approve it. */
  preview(
    connector: RunnableConnector,
    title: string,
    options: CallOptions,
  ): Promise<Omit<CallToPreview, "now">>;
};

/** A call as it is stored, so that it can run later. */
export type CallRequest =
  | { route: "execute"; request: ExecuteRequest }
  | { route: "tools"; request: ToolRequest };

export interface ExecuteRequest {
  entity: string;
  action: string;
  params: Readonly<Record<string, unknown>>;
  unchecked?: boolean | undefined;
}

export interface ToolRequest {
  tool: string;
  arguments: unknown;
  options: ToolsOptions;
}

/** Returns the call of a stored request. */
export const callOf = (stored: CallRequest, external: ExternalRule): AskedCall =>
  stored.route === "execute" ? executeCall(stored.request, external) : toolCall(stored.request);

export function executeCall(request: ExecuteRequest, external: ExternalRule): AskedCall {
  const { entity, action, params, unchecked } = request;
  return {
    route: "execute",
    name: `${entity}.${action}`,
    request,
    unchecked,
    external,
    run: (connector, options) => connector.execute(entity, action, params, options),
    async preview(connector, title, options) {
      const dryRun = connector.execute(
        entity,
        action,
        { ...params, dry_run: true },
        { ...options, unchecked },
      );
      const shown = await dryRun.then(
        (result) => ({ result, data: result.data as Partial<ExecuteRequest> & { effect?: "write" } }),
        (error: unknown) => ({ error, data: {} as never }),
      );
      // A dry run has the exact names, and a request can have other spellings.
      const call = {
        entity: shown.data.entity ?? entity,
        action: shown.data.action ?? action,
        params,
        effect: shown.data.effect ?? ("write" as const),
      };
      return {
        tool: connector.name,
        call,
        async preview() {
          if ("error" in shown) throw shown.error;
          const { entities } = await connector.describe(call.entity, call.action);
          const description = entities[call.entity]?.[call.action]?.description ?? "";
          return { title, description, result: shown.result };
        },
      };
    },
  };
}

export function toolCall(request: ToolRequest, onProgress?: CallOptions["onProgress"]): AskedCall {
  const { tool: name, arguments: given, options } = request;
  const toolOf = async (connector: RunnableConnector) => {
    const tools = await toolsOf(connector, options);
    return { tool: tools.find((one) => one.name === name), names: tools.map((one) => one.name) };
  };
  return {
    route: "tools",
    name,
    request,
    // A model must not write where people of another company read, unless a policy or a person allows it.
    external: "policy",
    async run(connector, callOptions) {
      const { tool, names } = await toolOf(connector);
      const result = tool
        ? await tool.call(given, { ...callOptions, onProgress })
        : failure(unknownTool(names));
      const { ok, text } = result;
      const error = result.ok ? undefined : ConnectorError.fromJSON(result.error);
      return {
        text: JSON.stringify({ ok, text, ...(error && { error: error.toJSON() }) }),
        error,
        ...(result.ok ? { data: result.data } : {}),
      };
    },
    async preview(connector, _title, options) {
      const { tool, names } = await toolOf(connector);
      if (!tool) throw unknownTool(names);
      const { resolved, preview } = tool.plan(given);
      if (!resolved) throw new ConnectorError("approval_denied", "This call cannot be shown to a person.");
      return { tool: name, call: resolved, preview: preview && (() => preview(options)) };
    },
  };
}

const unknownTool = (known: readonly string[]) =>
  new ConnectorError("not_found", "The connector has no tool with this name.", {
    path: "tool",
    hint: `Tools: ${known.slice(0, 40).join(", ")}. Send the options with which you got the definitions.`,
  });
