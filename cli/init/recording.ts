import type { Dict } from "../../src/core/ground/json.ts";
import type { ConnectorClass } from "../../src/define/connector-class.ts";
import { definitionOf } from "../../src/define/define.ts";
import type { OpenConnector } from "../known.ts";
import type { RecordedExchange, Recording } from "../../src/testing/index.ts";

/** A call as a model writes it. */
export interface ModelCall {
  entity: string;
  action: string;
  params: Dict;
}

/**
 * Records calls to a mock platform, whose answers are made from the connector's definition. A program that replays the
 * recording needs no account.
 * @param options made-up credentials and settings
 */
export async function recordedCalls(
  Connector: ConnectorClass,
  calls: readonly ModelCall[],
  options: object,
): Promise<Recording> {
  const [{ record }, { mockPlatform }, { actionsOf }] = await Promise.all([
    import("../../src/testing/index.ts"),
    import("../../src/testing/mock-platform.ts"),
    import("../../src/testing/tested-action.ts"),
  ]);
  const definition = definitionOf(Connector)!;
  const actions = await actionsOf(definition);
  const exchanges: RecordedExchange[] = [];
  for (const call of calls) {
    const mocked = actions.find(({ entity, name }) => entity === call.entity && name === call.action)!;
    const recorder = record(mockPlatform(definition, mocked).fetch);
    const opened = new Connector(options as never, { fetch: recorder.fetch }) as unknown as OpenConnector;
    if (mocked.definition.effect === "read") await (await opened.tool()).call(call);
    else {
      // The person is asked with a dry run, which can send other requests.
      await opened.execute(call.entity, call.action, { ...call.params, dry_run: true });
      await opened.execute(call.entity, call.action, call.params);
    }
    exchanges.push(...recorder.recording().exchanges.map(withoutMadeUpIds));
  }
  return { format: "agent-connectors-recording", exchanges };
}

/** A connector makes up these values for each call. In a recorded request, this text matches every value. */
const madeUp = /"(id|raw)":"[^"]*"/g;
function withoutMadeUpIds({ request, response }: RecordedExchange): RecordedExchange {
  const { body } = request;
  const replaced = typeof body === "string" ? body.replace(madeUp, `"$1":"[secret]"`) : body;
  return { request: { ...request, body: replaced }, response };
}
