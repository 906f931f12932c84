import type { Seen } from "../chaos-test.ts";
import { createRandom } from "../random.ts";
import { withoutForeignKeys } from "../../../service/test/support/foreign-keys.ts";
import { attacks } from "./sealed-rows-attacks.ts";
import { openSealedWorld } from "./sealed-rows-world.ts";

// Runs in a separate process, because turn-off.ts must change the source of modules before the process loads them.

const { tries, seed } = JSON.parse(process.argv[2]!) as { tries: number; seed: number };

const random = createRandom(seed);
const world = await openSealedWorld();
await withoutForeignKeys(world.store);
const kinds = Object.keys(attacks);
const counts: Record<string, number> = Object.fromEntries(kinds.map((kind) => [kind, 0]));
let used = 0;
let refused = 0;
const failures: string[] = [];

const rows = await world.dump();
const expected = await world.probe();
await world.restore(rows);
const again = await world.probe();
for (const [name, outcome] of Object.entries(expected))
  if (again[name] !== outcome)
    failures.push(`unstable without an attack: ${name}, ${outcome}, ${again[name]}`);
await world.restore(rows);

for (let attempt = 0; attempt < tries;) {
  const kind = kinds[attempt % kinds.length]!;
  let about: string;
  try {
    about = await attacks[kind]!({ world, random });
  } catch {
    // The database has refused the change, for example because a value must be unique.
    await world.restore(rows);
    continue;
  }
  attempt++;
  counts[kind]!++;
  const outcomes = await world.probe();
  const taken = Object.entries(outcomes).filter(
    ([name, outcome]) => outcome.startsWith("ok") && outcome !== expected[name],
  );
  if (taken.length > 0) used++;
  for (const [name, outcome] of taken) failures.push(`used: ${about}, ${name}: ${outcome.slice(0, 80)}`);
  if (Object.entries(outcomes).some(([name, outcome]) => outcome !== expected[name])) refused++;
  await world.restore(rows);
}
const end = await world.probe();
for (const [name, outcome] of Object.entries(expected))
  if (end[name] !== outcome) failures.push(`changed after the attacks: ${name}, ${outcome}, ${end[name]}`);
await world.close();

process.send!({ counts: { ...counts, used, refused }, failures } satisfies Seen);
process.disconnect();
