import type { Seen } from "../chaos-test.ts";
import { createRandom } from "../random.ts";
import { attacks } from "./sign-in-attack-cases.ts";
import { openWorld } from "./sign-in-world.ts";

/** The number of attacks before each sign-in without an attack, which must succeed. */
const attacksPerControl = 20;

/** Attacks sign-ins, each time in one thing, and counts the attacks that got through. */
export async function attackSignIns({ tries, seed }: { tries: number; seed: number }): Promise<Seen> {
  const random = createRandom(seed);
  const world = await openWorld();
  const kinds = Object.keys(attacks);
  const counts: Record<string, number> = Object.fromEntries(kinds.map((kind) => [kind, 0]));
  let through = 0;
  let controls = 0;
  const failures: string[] = [];
  for (let attempt = 0; attempt < tries; attempt++) {
    // Goes through the attacks in order, so that even a short run makes every attack.
    const kind = kinds[attempt % kinds.length]!;
    const cases = attacks[kind]!;
    const index = Math.floor(attempt / kinds.length) % cases.length;
    const attack = cases[index]!;
    const about = `${kind} ${index + 1}, attempt ${attempt}`;
    counts[kind]!++;
    try {
      if (!(await attack({ world, random }))) continue;
      through++;
      failures.push(`got through: ${about}`);
    } catch (error) {
      failures.push(`could not run: ${about}: ${String(error)}`);
    } finally {
      if (attempt % attacksPerControl === 0) {
        const control = await world.begin("exchanged").catch(() => undefined);
        const works = control && (await world.call("/mcp/shop", control.access_token)).status === 200;
        if (works) controls++;
        else failures.push(`the sign-in after attempt ${attempt} did not work`);
      }
    }
  }
  return { counts: { ...counts, "got through": through, controls }, failures };
}
