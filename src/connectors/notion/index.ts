import type { Named } from "../../define/connector-class.ts";
import { createConnectorClass } from "../../define/connector-factory.ts";
import { restRequest } from "../../core/wire/executor/rest-request.ts";
import { schemas } from "./compiled.ts";
import { definition } from "./definition.ts";
import * as entities from "./entities/index.ts";

const Defined = createConnectorClass(schemas, {
  ...definition,
  entities,
  async connect(credentials, options) {
    const { createWireClient } = await import("../../core/wire/executor/wire-client.ts");
    return createWireClient(definition, credentials as Readonly<Record<string, string>>, options);
  },
  rawRequests: { operation: restRequest },
});
/**
 * The connector for Notion. It needs the token of an internal connection (`api_token`), or `client_id`, `client_secret`
 * and `refresh_token` of a public one. It sees the pages that people have shared with the connection.
 * https://developers.notion.com/docs/getting-started
 */
export const NotionConnector: Named<typeof Defined, NotionConnector> = Defined;
export interface NotionConnector extends InstanceType<typeof Defined> {}
