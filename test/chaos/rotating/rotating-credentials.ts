import { startTokenPlatform } from "../../../service/test/support/token-platform.ts";
import type { ChaosTest } from "../chaos-test.ts";
import { createRandom } from "../random.ts";
import { openReplicas } from "../replicas.ts";
import { startInterleaving } from "./rotating-interleaving.ts";
import { unavailable, withStore, type StoreKind } from "../stores.ts";

/** The number of interleavings that run at the same time. An interleaving is a few random requests about one connector. */
const together = 20;

/** The probability that a process is killed during a group. A group is the interleavings that run at the same time. */
const killed = 0.4;

/**
 * Sends requests that check, call and change a connector, on a platform whose tokens rotate. Aborts requests and
 * kills the service (`kill -9`) at random moments. A pair is an access token and its refresh token. The valid pair
 * must never be lost. On a strict platform, a refresh token works only once. A kill after the response of a strict
 * platform, but before the write to the store, leaves no valid pair. These cases are counted separately and must
 * end as `reauth_required`.
 */
export const rotatingCredentials = (kind: StoreKind, platformKind: "grace" | "strict"): ChaosTest => ({
  name: `rotating-${kind}-${platformKind}`,
  tries: { full: 2500, quick: 20 },
  // With a grace period, two pairs are valid at the same time, so no pair is lost even without the lock.
  defences: platformKind === "strict" ? ["lock", "persist-first"] : [],
  unavailable: unavailable(kind),
  run: ({ tries, seed, without }) =>
    withStore(kind, async (location) => {
      const random = createRandom(seed);
      let now = 1_000_000;
      const platform = await startTokenPlatform({
        graceMs: platformKind === "grace" ? 60_000 : 0,
        now: () => now,
        beforeAnswer: () => new Promise((resolve) => setTimeout(resolve, random.below(20))),
      });
      const replicas = await openReplicas(kind === "postgres" ? 2 : 1, {
        location,
        platformUrl: platform.endpoint,
        without,
      });
      const counts = { "dead pairs": 0, "lost by a kill": 0, "wrong answers": 0, kills: 0, refreshes: 0 };
      const failures: string[] = [];
      try {
        for (let done = 0; done < tries; done += together) {
          const tokens = await replicas.tokens();
          const group = Array.from({ length: Math.min(together, tries - done) }, (_, index) =>
            startInterleaving({ name: `${done + index}`, random, platform, replicas, tokens }),
          );
          // The last group always has a kill, so that even the shortest run has a kill.
          let killedAt: number | undefined;
          const withKill = done + together >= tries || random.chance(killed);
          if (withKill) {
            await new Promise((resolve) => setTimeout(resolve, random.below(250)));
            counts.kills++;
            killedAt = await replicas.killOne(random);
          }
          for (const one of group) await one.ended;
          for (const mayHaveGrace of [true, false]) {
            for (const seen of await Promise.all(group.map((one) => one.judge({ killedAt, mayHaveGrace })))) {
              for (const [name, texts] of Object.entries(seen)) {
                counts[name as keyof typeof seen] += texts.length;
                // With a grace period, the service can repeat a refresh whose response was lost, so even a kill must
                // not lose the pair.
                if (name !== "lost by a kill" || platformKind === "grace") failures.push(...texts);
              }
            }
            // This ends the grace period. From now on, only the pair in the store can be valid.
            now += 61_000;
          }
          for (const one of group) counts.refreshes += one.refreshes();
        }
        failures.push(...replicas.faults());
      } finally {
        await replicas.close();
        await platform.close();
      }
      return { counts, failures };
    }),
});
