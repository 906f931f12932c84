import type { ChaosTest } from "../chaos-test.ts";
import { createClient } from "../client.ts";
import { openPlatform } from "../platform.ts";
import { createRandom } from "../random.ts";
import { startService } from "../start-service.ts";
import { unavailable, withStore, type StoreKind } from "../stores.ts";
import { createModel, type Organization } from "./model-state.ts";
import { steps, without as withoutModel, type Step } from "./model-steps.ts";

const secret = "a secret of more than 32 characters";
const applications = ["one", "two"].map((client_id) => ({ client_id, client_secret: secret }));

/**
 * Calls the routes of the service in a random order, for two organizations, and compares each answer with a model of the service in
 * memory. Each try is one request. The first difference ends the walk, and the same seed with that number of tries repeats it. A
 * route of the OpenAPI document that neither the model knows nor `without` explains fails the test.
 */
export const apiModel = (kind: StoreKind): ChaosTest => ({
  name: `api-model-${kind}`,
  tries: { full: 5000, quick: 150 },
  defences: ["own-connectors", "own-approvals"],
  unavailable: unavailable(kind),
  run: ({ tries, seed, without }) =>
    withStore(kind, async (location) => {
      const random = createRandom(seed);
      const platform = await openPlatform();
      const [application, otherApplication] = applications as [
        (typeof applications)[0],
        (typeof applications)[0],
      ];
      const service = await startService({
        location,
        platformUrl: platform.url,
        application,
        otherApplication,
        publicUrl: "http://127.0.0.1:9",
        webhookOrigin: "http://127.0.0.1:9",
        without,
      });
      const client = createClient(() => service.url);
      const failures: string[] = [];
      const counts: Record<string, number> = {
        requests: 0,
        routes: 0,
        "of another organization": 0,
        "answered 500": 0,
      };
      const used = new Set<string>();
      try {
        const { body: document } = await client.get("/openapi.json", "");
        const known = new Set([...steps.map(({ operation }) => operation), ...Object.keys(withoutModel)]);
        for (const operation of operationsOf(document))
          if (!known.has(operation)) failures.push(`the model does not know the route ${operation}`);
        const organizations: Organization[] = [];
        for (const one of applications)
          organizations.push(createModel(one, await client.applicationToken(one)));
        for (let number = 1; number <= tries && failures.length === 0; number++) {
          const [own, other] = random.chance(0.5) ? organizations : organizations.toReversed();
          const step = random.pick(steps) as Step;
          const request = step.request(own!, random);
          if (!request) continue;
          // What one organization has made, another one never sees.
          const crosses = request.owned === true && random.chance(0.3);
          const token = crosses ? other!.token : (request.token ?? own!.token);
          if (platform.posted(String(request.text)) > 0 && request.text)
            throw new Error("a text was used twice");
          const answer = await client.ask(request.method, request.path, token, request.json, {
            headers: request.headers ?? {},
          });
          counts["requests"]!++;
          used.add(step.operation);
          if (answer.status === 500) counts["answered 500"]!++;
          const about = `${step.operation} ${request.method} ${request.path}`;
          const problems: string[] = [];
          if (crosses) {
            counts["of another organization"]!++;
            if (answer.status !== 404) problems.push(`another organization got ${answer.status}`);
          } else problems.push(...request.check(answer, platform));
          for (const problem of problems)
            failures.push(
              `request ${number}, ${about}: ${problem}; ${JSON.stringify(answer.body).slice(0, 300)}. Repeat it with --seed ${seed} --tries ${number}`,
            );
        }
        failures.push(...service.faults.map((text) => `fault: ${text}`));
        counts["routes"] = used.size;
        return { counts, failures };
      } finally {
        await service.kill();
        await platform.close();
      }
    }),
});

/** Returns the operations of an OpenAPI document. An alias of a route ends with a number. */
function operationsOf({
  paths,
}: {
  paths: Record<string, Record<string, { operationId: string }>>;
}): Set<string> {
  const ids = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  return new Set(ids.map((id) => id.replace(/_\d+$/, "")));
}
