import type { AnyConnector } from "../../src/core/contract/connector.ts";
import type { Dict } from "../../src/core/ground/json.ts";
import type { ConnectorClass } from "../../src/define/connector-class.ts";
import { definitionOf } from "../../src/define/define.ts";
import type { Recording } from "../../src/testing/index.ts";

/** A call as a model writes it. */
export interface ModelCall {
  entity: string;
  action: string;
  params: Dict;
}

/**
 * Records a call to a mock platform, whose answer is made from the connector's definition. A program that replays the
 * recording needs no account.
 * @param options made-up credentials and settings
 */
export async function recordedCall(
  Connector: ConnectorClass,
  call: ModelCall,
  options: object,
): Promise<Recording> {
  const [{ record }, { mockPlatform }, { actionsOf }] = await Promise.all([
    import("../../src/testing/index.ts"),
    import("../../src/testing/mock-platform.ts"),
    import("../../src/testing/tested-action.ts"),
  ]);
  const definition = definitionOf(Connector)!;
  const mocked = (await actionsOf(definition)).find(
    ({ entity, name }) => entity === call.entity && name === call.action,
  )!;
  const recorder = record(mockPlatform(definition, mocked).fetch);
  const opened = new Connector(options as never, { fetch: recorder.fetch }) as unknown as AnyConnector;
  await (await opened.tool()).call(call);
  return recorder.recording();
}
