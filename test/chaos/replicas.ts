import { createClient } from "./client.ts";
import type { Random } from "./random.ts";
import { startService, type ProcessOptions, type ServiceProcess } from "./start-service.ts";

const application = { client_id: "chaos", client_secret: "a secret of more than 32 characters" };
const user = "chaos";

/** The effects of each token. For each set of effects, the service opens a separate connector. */
const effectSets = [["read"], ["read", "write"], ["read", "write", "spend", "destructive"]];

export interface Replicas {
  count: number;
  /** All requests of the client fail while the replica does not run. */
  client(index: number): ReturnType<typeof createClient>;
  /** Tokens of one user, with different effects. */
  tokens(): Promise<string[]>;
  /** Kills a replica at once, and starts it again. Returns the time of its end, as a value of `performance.now()`. */
  killOne(random: Random): Promise<number>;
  faults(): string[];
  close(): Promise<void>;
}

/** Starts several processes of the service, which share a store. */
export async function openReplicas(
  count: number,
  options: Omit<ProcessOptions, "application">,
): Promise<Replicas> {
  const start = () => startService({ ...options, application });
  const processes: ServiceProcess[] = [];
  const faults: string[] = [];
  for (let index = 0; index < count; index++) processes.push(await start());
  const client = (index: number) => createClient(() => processes[index]!.url);
  return {
    count,
    client,
    async tokens() {
      const all = client(0);
      const token = await all.applicationToken(application);
      const scoped = effectSets.map(async (effects) => {
        const { body } = await all.post("/api/v1/embedded/scoped-token", token, {
          external_user_id: user,
          effects,
        });
        return String(body.token);
      });
      return Promise.all(scoped);
    },
    async killOne(random) {
      const index = random.below(count);
      const [old] = processes.splice(index, 1, { ...processes[index]!, url: "http://127.0.0.1:9" });
      faults.push(...old!.faults);
      await old!.kill();
      const killedAt = performance.now();
      processes[index] = await start();
      return killedAt;
    },
    faults: () => [...faults, ...processes.flatMap((one) => one.faults)],
    async close() {
      for (const one of processes) await one.kill();
    },
  };
}
