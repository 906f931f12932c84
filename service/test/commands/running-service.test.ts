import { expect, onTestFinished, test } from "vitest";
import { askService } from "../../src/commands/shared/running-service.ts";
import { startReceiver } from "../support/receiver.ts";

const ask = async (origin: string) => {
  const { hostname: host, port } = new URL(origin);
  return askService({ host, port: Number(port) } as never, "/v1/approvals/a/decide", {
    body: { approve: true },
  });
};

test("a decision without an answer may have been made, and the command says so", async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const mayHaveRun = { outcome: "unknown", message: expect.stringContaining("may have taken effect") };
  receiver.answer = () => "cut";
  await expect(ask(receiver.origin)).rejects.toMatchObject(mayHaveRun);
  // A proxy answered, and not the service.
  receiver.answer = () => 502;
  await expect(ask(receiver.origin)).rejects.toMatchObject(mayHaveRun);
});

test("without a service, nothing was sent, and the command says how to reach one", async () => {
  const receiver = await startReceiver();
  await receiver.close();
  await expect(ask(receiver.origin)).rejects.toMatchObject({
    outcome: "not_started",
    message: `No service is running at ${receiver.origin}.`,
  });
});
