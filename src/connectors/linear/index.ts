import type { ConnectorFile } from "../../core/contract/connector-file.ts";
import { defineConnector } from "../../define/define.ts";
import { code } from "./code.ts";
import file from "./connector.json" with { type: "json" };
import { createResolver, preview } from "./names.ts";

/**
 * The connector for Linear. It needs a personal API key (`api_key`), an OAuth access token (`access_token`), or
 * `client_id`, `client_secret` and `refresh_token` of an OAuth application. https://linear.app/developers
 */
export const LinearConnector = defineConnector(file as unknown as ConnectorFile, code, {
  resolver: createResolver,
  preview,
});
export type LinearConnector = InstanceType<typeof LinearConnector>;
