import { NotionConnector } from "agent-connectors/notion";
import { notionSandbox, type NotionWorkspace } from "agent-connectors/sandbox";
import { z } from "zod";
import { notionRecords } from "./notion-records.ts";
import { definePlatform, dict, toolsOf, toolSpec } from "./platform.ts";

export const notion = definePlatform({
  title: NotionConnector.title,
  spec: z.strictObject({ workspace: dict.optional(), tool: toolSpec }),
  open({ workspace, tool }) {
    const sandbox = notionSandbox(workspace ? { workspace: workspace as NotionWorkspace } : {});
    const connector = new NotionConnector({ auth: { api_token: sandbox.tokens.internal } }, sandbox.options);
    return {
      connector,
      tools: toolsOf(connector, tool),
      records: () => notionRecords(sandbox.state()),
      requests: () => sandbox.calls().length,
    };
  },
});
