import type { ConnectorClass } from "../define/connector-class.ts";
import type { ConnectorFile } from "../core/contract/connector-file.ts";
import type { ConnectorDefinition } from "../core/contract/definition.ts";
import type { Policy } from "../core/contract/policy.ts";
import type { Clock } from "../core/ground/clock.ts";
import { ConnectorError, type Issue } from "../core/ground/errors.ts";
import { allowsAction } from "../core/policy/policy.ts";
import { definitionOf, defineConnector } from "../define/define.ts";
import { checks, isData, type OpenMock } from "./checks.ts";
import { mockPlatform } from "./mock-platform.ts";
import { actionsOf, type TestedAction } from "./tested-action.ts";

export { record, type RecordOptions, type Recorder } from "./recordings/record.ts";
export type { RecordedExchange, Recording } from "./recordings/recording.ts";
export { replay, type Replay } from "./recordings/replay.ts";
export { testStore, type TestStoreOptions, type TestStoreReport } from "./test-store.ts";

export interface TestOptions {
  /**
   * The credentials for the connector. Default: made-up values for the first set of fields in the connector's `auth`.
   */
  auth?: Readonly<Record<string, string>> | undefined;
  /** The settings. Required if a setting has no default. */
  config?: Readonly<Record<string, string>> | undefined;
  /**
   * The policies under which the actions are called, as in the options of the connector. Required for actions that
   * need caps, or that a policy must include by name. Actions that a policy does not allow are not checked.
   */
  policy?: Policy | readonly Policy[] | undefined;
}

export interface TestReport {
  connector: string;
  /** The number of checked actions. */
  actions: number;
  /** The number of checks that were run. */
  checks: number;
  /** The actions that were not checked, because they have a `run` function. */
  skipped: readonly string[];
  /** The actions that were not checked, because the option `policy` does not allow them. */
  forbidden: readonly string[];
  text: string;
}

/**
 * Checks a connector against a mock platform whose responses are made from the connector's data. Checks pages, refused
 * credentials, rate limits, empty answers, hostile values, defaults, and the request of every example. No request
 * leaves the process.
 * @param given a class that `defineConnector` has created, a definition, or a connector file
 * @throws ConnectorError `config_error`; `issues` has a sentence for each fault, with the action as its path
 */
export async function testConnector(
  given: object,
  { auth, config, policy = [] }: TestOptions = {},
): Promise<TestReport> {
  const Connector = (definitionOf(given) ? given : defineConnector(given as ConnectorFile)) as ConnectorClass;
  const connector = definitionOf(Connector)!;
  const actions = await actionsOf(connector);
  const credentials = auth ?? madeUp(connector);
  const policies: readonly Policy[] = Array.isArray(policy) ? policy : [policy];
  const options = {
    ...(Object.keys(credentials).length > 0 ? { auth: credentials } : {}),
    ...(config ? { config } : {}),
  };
  // Refuses a wrong policy, which could forbid all actions.
  void new Connector(options as never, { policy: policies });
  const faults: Issue[] = [];
  let applied = 0;
  const note = async (path: string, name: string, run: () => Promise<boolean | void>) => {
    try {
      if ((await run()) !== false) applied++;
    } catch (error) {
      applied++;
      faults.push({ path, message: `${name}: ${error instanceof Error ? error.message : String(error)}` });
    }
  };
  const openerOf =
    (action: TestedAction): OpenMock =>
    (behaviour) => {
      const platform = mockPlatform(connector, action, behaviour);
      const include = [`${action.entity}.${action.name}`];
      const opened = new Connector(options as never, {
        fetch: platform.fetch,
        clock: instantClock(),
        policy: [{ include }, ...policies],
      });
      return {
        platform,
        run: (params) => opened.execute(action.entity, action.name, params),
        check: () => opened.check(),
      };
    };
  const isAllowed = ({ entity, name, definition }: TestedAction): boolean =>
    policies.every((one) => allowsAction(one, entity, name, definition.effect));
  const tested = actions.filter((action) => isData(action) && isAllowed(action));
  for (const action of tested)
    for (const { name, run } of checks)
      await note(`${action.entity}.${action.name}`, name, () => run(action, openerOf(action)));
  const first = actions.find(isAllowed);
  if (first)
    await note("check()", "a refused credential is unhealthy", async () => {
      const { status } = await openerOf(first)({ refuse: true }).check();
      if (status === "healthy") throw new Error("check() returned healthy.");
    });
  const namesOf = (list: readonly TestedAction[]) => list.map(({ entity, name }) => `${entity}.${name}`);
  const skipped = namesOf(actions.filter((action) => !isData(action)));
  const forbidden = namesOf(actions.filter((action) => isData(action) && !isAllowed(action)));
  const counts = { actions: tested.length, checks: applied, skipped, forbidden };
  return report(connector.name, counts, faults);
}

const madeUp = ({ auth }: ConnectorDefinition): Record<string, string> =>
  Object.fromEntries(
    Object.keys(Object.values(auth)[0] ?? {}).map((name) => [name, `mock-${name}-0123456789`]),
  );

/** Creates a clock with which waits take no time. */
function instantClock(): Clock {
  let now = 0;
  return {
    now: () => now,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      now += ms;
    },
  };
}

function report(
  connector: string,
  counts: Omit<TestReport, "connector" | "text">,
  faults: readonly Issue[],
): TestReport {
  const { actions, skipped, forbidden } = counts;
  const lines = [
    `Connector ${connector}: ${actions} actions, ${counts.checks} checks, ${faults.length} ${faults.length === 1 ? "fault" : "faults"}.`,
    ...faults.map(({ path, message }) => `- ${path}: ${message}`),
    ...(skipped.length > 0
      ? [`Not checked, because they have code of their own: ${skipped.join(", ")}.`]
      : []),
    ...(forbidden.length > 0
      ? [`Not checked, because the policy does not allow them: ${forbidden.join(", ")}.`]
      : []),
  ];
  const text = lines.join("\n");
  if (faults.length === 0) return { connector, ...counts, text };
  throw new ConnectorError("config_error", text, {
    path: faults[0]!.path,
    issues: faults,
    hint: "Correct the data of the operations. If data cannot describe an operation, write `connect` or `run`.",
  });
}
