import type { ConnectorFile } from "../../core/contract/connector-file.ts";
import { defineConnector } from "../../define/define.ts";
import { code } from "./code.ts";
import file from "./connector.json" with { type: "json" };

export const GitHubConnector = defineConnector(file as unknown as ConnectorFile, code);
export type GitHubConnector = InstanceType<typeof GitHubConnector>;
