import { faultyService } from "../../service/test/support/faulty-service.ts";
import { faults } from "../../service/test/support/faulty-store.ts";
import type { StoreLocation } from "../../service/src/startup/open-store.ts";
import type { Seen } from "./chaos-test.ts";
import { inWords, tellsEffect } from "./verdict.ts";

// Repeats a write, and makes the store fail at another statement or in another way each time. Runs in a separate
// process, because turn-off.ts must change the source of modules before the process loads them.

const { location, tries } = JSON.parse(process.argv[2]!) as { location: StoreLocation; tries: number };
const service = await faultyService(location);
await service.post("The connector keeps the answers to its first reads.");

const counts = {
  statements: 0,
  unknown: 0,
  "not started": 0,
  "second writes": 0,
  "invitations to write twice": 0,
};
const failures: string[] = [];
for (let round = 0; round < tries; round++)
  for (const fault of faults)
    for (const keyed of [false, true])
      for (let at = 1; ; at++) {
        const name = `${fault} at statement ${at}${keyed ? ", with a key" : ""}`;
        const text = `${name}, round ${round}`;
        const key = keyed ? text.replaceAll(/[ ,]+/g, "-") : undefined;
        service.failAt(at, fault);
        const answers = [await service.post(text, key)];
        const statement = service.statements()[at - 1];
        service.heal();
        const posted = service.posted(text);
        if (keyed) answers.push(await service.post(text, key), await service.post(text, key));

        const effects = answers.map((answer, index) => (index === 0 && posted === 0) || tellsEffect(answer));
        const about = () => `${name} (${statement?.slice(0, 30)}): ${answers.map(inWords).join(", then ")}`;
        if (effects.includes(false)) {
          counts["invitations to write twice"]++;
          failures.push(`posted, and answered as if not: ${about()}`);
        }
        if (service.posted(text) > 1) {
          counts["second writes"]++;
          failures.push(`posted ${service.posted(text)} times: ${about()}`);
        }
        const { outcome } = answers[0]!.body;
        if (outcome === "unknown") counts.unknown++;
        if (outcome === "not_started") counts["not started"]++;
        if (statement === undefined) break;
        counts.statements++;
      }
await service.close();
process.send!({ counts, failures } satisfies Seen);
process.disconnect();
