import type { Seen } from "../chaos-test.ts";
import { attacks } from "./connect-attack-cases.ts";
import { openWorld, type Platform } from "./connect-world.ts";
import { createRandom } from "../random.ts";

// Runs in a separate process, because turn-off.ts must change the source of modules before the process loads them.

const { tries, seed } = JSON.parse(process.argv[2]!) as { tries: number; seed: number };

/** The number of attacks before each session without an attack, which must succeed. */
const attacksPerControl = 5;

const random = createRandom(seed);
const world = await openWorld();
const kinds = Object.keys(attacks);
const counts: Record<string, number> = Object.fromEntries(kinds.map((kind) => [kind, 0]));
let accepted = 0;
let controls = 0;
const failures: string[] = [];

for (let attempt = 0; attempt < tries; attempt++) {
  const kind = kinds[attempt % kinds.length]!;
  // Goes through the attacks in order, so that even a short run makes every attack.
  const index = Math.floor(attempt / kinds.length) % attacks[kind]!.length;
  const platform: Platform = random.pick(["slack", "amazon-ads"]);
  const about = `${kind} ${index + 1} on ${platform}, attempt ${attempt}`;
  const before = await world.connectors();
  const expected = await attacks[kind]![index]!({ world, random, platform }).catch((error: unknown) => {
    failures.push(`${about} could not run: ${String(error)}`);
    return 0;
  });
  const made = (await world.connectors()) - before;
  counts[kind]!++;
  if (expected === "leak" || made !== expected) {
    accepted++;
    failures.push(`accepted: ${about}, ${made} connectors, expected ${expected}`);
  }
  if (attempt % attacksPerControl === 0) {
    const [middle] = [await world.connectors()];
    await world.begin("confirmed", { platform }).then(
      () => controls++,
      (error: unknown) => failures.push(`control ${attempt} failed: ${String(error)}`),
    );
    if ((await world.connectors()) !== middle + 1) failures.push(`control ${attempt} made no connector`);
  }
}

process.send!({ counts: { ...counts, accepted, controls }, failures } satisfies Seen);
process.disconnect();
