import { afterAll, beforeAll, expect, test } from "vitest";
import { faultyService, type FaultyService } from "../support/faulty-service.ts";
import { onBothStores } from "../support/stores.ts";

onBothStores((newLocation, kind) => {
  let service: FaultyService;
  let path: string;
  beforeAll(async () => {
    service = await faultyService(await newLocation());
    const { body } = await service.ask("GET", "/v1/integrations/connectors");
    path = `/v1/integrations/connectors/${body.data[0].id}/execute`;
    // The first calls fill the caches and take a portion of the limit of requests per minute.
    await service.post("first", "k0");
    await read();
  });
  afterAll(() => service.close());

  const read = () => service.ask("POST", path, { entity: "users", action: "list", params: { limit: 1 } });
  /** Returns the statements of a call. The audit of reads has its own statements, in groups. */
  const statementsOf = async (call: () => Promise<{ status: number }>) => {
    service.heal();
    expect((await call()).status).toBe(200);
    return service.statements().filter((text) => !text.startsWith("insert into audit"));
  };

  test("a read needs one statement for its token, its connector and all that decides about it", async () => {
    expect(await statementsOf(read)).toEqual([expect.stringContaining("row_lists")]);
  });

  test("a write with an idempotency key commits twice: before its request, and before its answer", async () => {
    const statements = await statementsOf(() => service.post("second", "k1"));
    const state = [expect.stringContaining("row_lists"), expect.stringContaining('select * from "records"')];
    const stop = expect.stringContaining('select * from "records"');
    const write = expect.stringContaining('into "records"');
    const outcome = expect.stringContaining('update "records"');
    expect(statements).toEqual(
      kind === "postgres"
        ? [...state, write, stop, outcome]
        : [...state, "begin", write, write, "commit", stop, "begin", outcome, write, "commit"],
    );
  });
});
