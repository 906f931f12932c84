import type { ConnectorFile } from "../../core/contract/connector-file.ts";
import { defineConnector } from "../../define/define.ts";
import { createAudience } from "./audience.ts";
import { code } from "./code.ts";
import file from "./connector.json" with { type: "json" };

export const GitHubConnector = defineConnector(file as unknown as ConnectorFile, code, {
  audience: createAudience,
});
export type GitHubConnector = InstanceType<typeof GitHubConnector>;
