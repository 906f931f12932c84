import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = new URL("../..", import.meta.url).pathname;

// The adapter supports three major versions of the AI SDK. It must compile with the types of each version.
test.each(["ai5", "ai6", "ai"])("the adapter compiles with the types of %s", async (name) => {
  const folder = await mkdtemp(join(root, "node_modules", ".types-"));
  try {
    await writeFile(
      join(folder, "use.ts"),
      `import { generateText, type LanguageModel, type ToolSet } from "ai";
       import { aiSdkTools } from "../../adapters/ai-sdk.ts";
       import type { CompactResult } from "../../src/adapter.ts";
       import type { AnyConnector, ToolResult } from "../../src/index.ts";
       export async function use(slack: AnyConnector, model: LanguageModel): Promise<[CompactResult | undefined, ToolResult | undefined]> {
         const tools: ToolSet = await aiSdkTools(slack);
         const { staticToolResults } = await generateText({ model, tools: await aiSdkTools(slack), prompt: "" });
         await generateText({ model, tools: { ...tools }, prompt: "" });
         const full = await generateText({ model, tools: await aiSdkTools(slack, { stream: "full" }), prompt: "" });
         return [staticToolResults[0]?.output, full.staticToolResults[0]?.output];
       }`,
    );
    await writeFile(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        extends: join(root, "tsconfig.json"),
        compilerOptions: { paths: { ai: [join(root, "node_modules", name)] }, types: ["node"] },
        include: [join(folder, "use.ts")],
      }),
    );
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, "-p", folder]).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe("");
  } finally {
    await rm(folder, { recursive: true });
  }
});
