import type { ConnectorOptions } from "agent-connectors";

export interface ServiceTracing extends NonNullable<ConnectorOptions["tracing"]> {
  /** Answers a request with what `work` returns. */
  received(
    request: Request,
    names: { route: () => string | undefined; requestId: string },
    work: () => Promise<Response>,
  ): Promise<Response>;
}
