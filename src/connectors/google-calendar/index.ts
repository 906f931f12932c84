import type { ConnectorFile } from "../../core/contract/connector-file.ts";
import { defineConnector } from "../../define/define.ts";
import { createAudience } from "./audience.ts";
import { code } from "./code.ts";
import file from "./connector.json" with { type: "json" };

/**
 * The connector for Google Calendar. It needs an OAuth access token (`access_token`), or `client_id`, `client_secret`
 * and `refresh_token` of an OAuth client. https://developers.google.com/workspace/calendar/api/auth
 */
export const GoogleCalendarConnector = defineConnector(file as unknown as ConnectorFile, code, {
  audience: createAudience,
});
export type GoogleCalendarConnector = InstanceType<typeof GoogleCalendarConnector>;
