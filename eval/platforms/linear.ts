import { LinearConnector } from "agent-connectors/linear";
import { z } from "zod";
import { linearEmulator } from "./linear/emulator.ts";
import { linearRecords } from "./linear/records.ts";
import { linearSeed, token } from "./linear/seed.ts";
import { definePlatform, dict, toolsOf, toolSpec } from "./platform.ts";

export const linear = definePlatform({
  title: LinearConnector.title,
  spec: z.strictObject({
    /** More issues, as in the seed of the emulator. */
    issues: z.array(dict).default([]),
    tool: toolSpec,
  }),
  async open({ issues, tool }) {
    const emulator = await linearEmulator(linearSeed(issues), token);
    const connector = new LinearConnector({ auth: { access_token: token } }, { fetch: emulator.fetch });
    return {
      connector,
      tools: toolsOf(connector, tool),
      records: () => linearRecords(emulator),
      requests: () => emulator.sent.length,
      close: () => emulator.close(),
    };
  },
});
