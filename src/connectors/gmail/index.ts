import type { ConnectorFile } from "../../core/contract/connector-file.ts";
import { defineConnector } from "../../define/define.ts";
import { createAudience } from "./audience.ts";
import { code } from "./code.ts";
import file from "./connector.json" with { type: "json" };
import { createResolver, preview } from "./label-names.ts";

/**
 * The connector for Gmail. It needs an OAuth access token (`access_token`), or `client_id`, `client_secret` and
 * `refresh_token` of an OAuth client. https://developers.google.com/workspace/gmail/api/auth/about-auth
 */
export const GmailConnector = defineConnector(file as unknown as ConnectorFile, code, {
  audience: createAudience,
  resolver: createResolver,
  preview,
});
export type GmailConnector = InstanceType<typeof GmailConnector>;
