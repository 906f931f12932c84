import { agentTools, approvalDesk, approvals, ConnectorError } from "agent-connectors";
import type { AgentTool } from "agent-connectors/adapter";
import { fileStore } from "agent-connectors/file-store";
import { SlackConnector } from "agent-connectors/slack";
import { memoryStore, type StoreDriver } from "agent-connectors/store";
import type { Defence } from "../faults.ts";

export interface OurOptions {
  /** The folder of the store. */
  folder: string;
  /** The id of the agent's run. */
  run: string;
  /** Whether a person must agree to a write. */
  asks: boolean;
  /** Whether this process has started more than a minute after the one before, which was killed. */
  later: boolean;
  without: Defence | undefined;
}

export interface OurTools {
  tools: AgentTool[];
  /** The options of each call. */
  context: { run?: string };
  /** A person agrees to the calls that wait. */
  approve(): Promise<void>;
}

const minute = 60_000;

/** The tools of agent-connectors, as its pages describe them, or without one of its defences. */
export async function openTools({ folder, run, asks, later, without }: OurOptions): Promise<OurTools> {
  const store = without === "once" ? memoryOf(folder) : fileStore(folder);
  const slack = new SlackConnector(
    { auth: { api_token: process.env.SLACK_TOKEN! } },
    {
      endpoint: process.env.SLACK_URL!,
      store,
      // Without time to wait, the connector does not look for a write whose answer was lost.
      ...(without === "recovery" ? { totalWaitMs: 0 } : {}),
      ...(without === "redaction" ? { fetch: fetchWithPages } : {}),
    },
  );
  const tools = await agentTools(slack, { effects: ["read", "write"] });
  const context = without === "once" ? {} : { run };
  if (!asks || without === "approval") return { tools: [...tools], context, approve: async () => {} };
  const clock = {
    now: () => Date.now() + (later ? 2 * minute : 0),
    sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  };
  const desk = approvalDesk(store, { clock });
  return {
    tools: approvals(tools, { scope: run, store, decides: "desk", clock }),
    context,
    async approve() {
      for (const { id } of await desk.list())
        await desk.decide(id, { approve: true, by: "maya@example.com" });
    },
  };
}

/** Returns a store that a process loses when it is killed. */
function memoryOf(folder: string): StoreDriver {
  const memory = memories.get(folder) ?? memoryStore();
  memories.set(folder, memory);
  return memory;
}
const memories = new Map<string, StoreDriver>();

/** Hands the error page of a platform to the model, as programs do that throw the text of a response. */
const fetchWithPages: typeof fetch = async (...request) => {
  const response = await fetch(...request);
  if (!response.ok) throw new ConnectorError("upstream_error", await response.text(), { outcome: "unknown" });
  return response;
};
