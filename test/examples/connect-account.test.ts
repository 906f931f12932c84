import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { decide } from "../core/connect/consent.ts";

test("the example connects a workspace in a browser, and says if the person refuses", async () => {
  const program = spawn(process.execPath, [
    "--conditions=agent-connectors-source",
    "examples/connect-account.ts",
  ]);
  try {
    const line = await new Promise<string>((resolve, reject) => {
      program.stdout.once("data", (chunk: Buffer) => resolve(String(chunk)));
      program.once("exit", () => reject(new Error("The example ended.")));
    });
    const start = line.match(/http\S+/)![0];
    const visit = async (decision: string) => {
      const { headers } = await fetch(start, { redirect: "manual" });
      const back = await decide(fetch, headers.get("location")!, decision);
      const first = await (await fetch(back)).text();
      // The address of a callback works once.
      expect((await fetch(back)).status).toBe(404);
      return first;
    };
    expect(await visit("allow")).toMatch(/^Connected Fernhill Outdoor\. Channels: \w+/);
    expect(await visit("deny")).toContain("was not granted");
  } finally {
    program.kill();
  }
});
