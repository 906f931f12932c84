import type { CallEvent, Clock } from "agent-connectors";
import type { SlackSandbox } from "agent-connectors/sandbox";
import type { SlackConnector } from "agent-connectors/slack";

export interface BenchOptions {
  clock?: Clock;
  /** Wraps the `fetch` with which the connector, or its service, calls the platform. */
  wrap?: (inner: typeof fetch) => typeof fetch;
  onCall?: (event: CallEvent) => void;
}

/** A workspace and a connector for it, in process or in hosted mode. */
export interface Bench {
  connector: SlackConnector;
  sandbox: SlackSandbox<Clock>;
}

export type Open = (options?: BenchOptions) => Promise<Bench>;
