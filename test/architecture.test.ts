import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { version } from "../src/index.ts";

// The rooms that each room is allowed to import, besides itself. Type imports count too. A room is a folder or a single
// file. The room of a path is the first entry that the path starts with.
const core = ["ground", "html", "contract", "store", "journal", "schema", "file", "credentials", "wire", "policy", "job", "call", "tool", "typescript", "display", "approval", "explain", "open", "connect"].map((room) => `src/core/${room}/`); // prettier-ignore
const coreRooms = (...names: string[]) => names.map((name) => `src/core/${name}/`);
const service = (...names: string[]) => names.map((name) => `service/src/${name}/`);
const serviceRooms: Record<string, readonly string[]> = {
  "service/src/store/": [],
  "service/src/platforms/": [],
  "service/src/credentials/": service("store", "platforms"),
  "service/src/audit/": service("store", "credentials"),
  "service/src/access/": service("store", "platforms", "credentials"),
  "service/src/idempotency/": service("store", "credentials"),
  "service/src/limits/": service("store"),
  "service/src/operations/": service("store", "idempotency"),
  "service/src/definitions/": service("store", "platforms", "limits", "operations"),
  "service/src/webhooks/": service("store", "platforms", "credentials", "limits", "operations"),
  "service/src/calls/": service(
    "store",
    "platforms",
    "credentials",
    "access",
    "idempotency",
    "limits",
    "operations",
    "webhooks",
  ),
  "service/src/connect/": service(
    "store",
    "platforms",
    "credentials",
    "limits",
    "operations",
    "webhooks",
    "calls",
  ),
  "service/src/jobs/": service(
    "store",
    "platforms",
    "credentials",
    "access",
    "operations",
    "webhooks",
    "calls",
  ),
  "service/src/approvals/": service("store", "platforms", "credentials", "access", "idempotency", "operations", "webhooks", "calls"), // prettier-ignore
  "service/src/journal/": service("store", "platforms", "credentials", "access", "operations", "calls", "approvals"), // prettier-ignore
  "service/src/operators/": service("store", "credentials", "access", "operations", "connect"),
  "service/src/pages/": [],
  "service/src/people/": service("store", "platforms", "credentials", "access", "limits", "connect", "operators", "pages"), // prettier-ignore
  "service/src/http/": service("store", "platforms", "credentials", "access", "idempotency", "limits", "operations", "webhooks", "calls", "connect", "operators", "people", "pages"), // prettier-ignore
  "service/src/routes/shared/": service("store", "platforms", "credentials", "access", "idempotency", "operations", "webhooks", "calls", "connect", "operators", "pages", "http"), // prettier-ignore
  "service/src/routes/account/": service("store", "platforms", "credentials", "access", "idempotency", "operations", "webhooks", "calls", "connect", "operators", "pages", "http", "routes/shared"), // prettier-ignore
  "service/src/routes/connect/": service("store", "platforms", "credentials", "access", "idempotency", "operations", "webhooks", "calls", "connect", "operators", "pages", "http", "routes/shared"), // prettier-ignore
  "service/src/routes/approvals/": service("store", "platforms", "credentials", "access", "idempotency", "operations", "webhooks", "calls", "approvals", "journal", "connect", "operators", "pages", "http", "routes/shared"), // prettier-ignore
  "service/src/routes/definitions/": service("store", "platforms", "definitions", "http", "routes/shared"),
  "service/src/routes/jobs/": service("store", "platforms", "credentials", "access", "operations", "webhooks", "calls", "jobs", "operators", "http", "routes/shared", "routes/connectors"), // prettier-ignore
  "service/src/routes/connectors/": service("store", "platforms", "credentials", "access", "idempotency", "operations", "webhooks", "calls", "approvals", "journal", "connect", "operators", "pages", "http", "routes/shared"), // prettier-ignore
  "service/src/routes/journal/": service("store", "platforms", "credentials", "access", "idempotency", "operations", "webhooks", "calls", "approvals", "journal", "connect", "operators", "pages", "http", "routes/shared"), // prettier-ignore
  "service/src/routes/webhooks/": service("store", "platforms", "credentials", "access", "idempotency", "operations", "webhooks", "calls", "connect", "operators", "pages", "http", "routes/shared"), // prettier-ignore
  "service/src/routes/people/": service("store", "platforms", "credentials", "access", "idempotency", "operations", "webhooks", "calls", "connect", "operators", "people", "pages", "http", "routes/shared", "routes/account"), // prettier-ignore
  "service/src/routes/operator/": service("store", "platforms", "credentials", "access", "idempotency", "operations", "webhooks", "calls", "approvals", "journal", "connect", "operators", "people", "pages", "http", "routes/shared", "routes/account", "routes/approvals", "routes/connect", "routes/connectors", "routes/journal", "routes/people", "routes/webhooks"), // prettier-ignore
  "service/src/routes/": service("store", "platforms", "definitions", "credentials", "access", "idempotency", "operations", "webhooks", "calls", "approvals", "jobs", "journal", "connect", "operators", "people", "pages", "http", "routes"), // prettier-ignore
  "service/src/service.ts": service("store", "platforms", "definitions", "credentials", "audit", "access", "idempotency", "limits", "operations", "webhooks", "calls", "approvals", "jobs", "journal", "connect", "operators", "people", "http", "routes"), // prettier-ignore
  "service/src/startup/": [...service("store", "platforms", "credentials", "access", "idempotency", "limits", "operations", "webhooks", "connect", "operators", "people", "http"), "service/src/service.ts"], // prettier-ignore
  "service/src/commands/": service(
    "store",
    "platforms",
    "definitions",
    "credentials",
    "audit",
    "access",
    "limits",
    "operations",
    "webhooks",
    "connect",
    "operators",
    "people",
    "journal",
    "http",
    "routes",
    "startup",
  ),
  "service/src/index.ts": ["service/src/"],
  "service/src/bin.ts": ["service/src/commands/"],
};
// The connector and the sandbox read this file. It has only facts of Amazon's pages.
const reportCatalogue = "src/connectors/amazon-ads/reports/types/catalogue.json";
/** JSON files that the code imports. */
const data = [reportCatalogue, ...globSync("src/connectors/*/connector.json")];
const rooms: Record<string, readonly string[]> = {
  ...serviceRooms,
  // The oracle and the scripted model share no code with the tools.
  "prove/src/oracle.ts": [],
  "prove/src/script.ts": [],
  "prove/src/faults.ts": [],
  "prove/src/tools/plain-tool.ts": [],
  "prove/src/tools/our-tools.ts": ["prove/src/faults.ts"],
  "prove/src/frameworks/": ["prove/src/script.ts", "prove/src/tools/"],
  "prove/src/try.ts": ["prove/src/faults.ts", "prove/src/script.ts", "prove/src/frameworks/", "prove/src/tools/our-tools.ts"], // prettier-ignore
  "prove/src/agent-process.ts": ["prove/src/try.ts", "prove/src/frameworks/"],
  "prove/src/platform.ts": ["prove/src/faults.ts", "prove/src/oracle.ts"],
  "prove/src/run.ts": [
    "prove/src/faults.ts",
    "prove/src/oracle.ts",
    "prove/src/platform.ts",
    "prove/src/try.ts",
  ],
  "prove/src/report.ts": ["prove/src/faults.ts", "prove/src/run.ts"],
  "prove/src/bin.ts": [
    "prove/src/faults.ts",
    "prove/src/frameworks/",
    "prove/src/run.ts",
    "prove/src/report.ts",
  ],
  "src/core/ground/": [],
  "src/core/html/": [],
  "src/core/contract/wire/": coreRooms("ground"),
  "src/core/contract/": coreRooms("ground", "contract/wire"),
  "src/core/store/": coreRooms("ground", "contract"),
  "src/core/journal/": coreRooms("ground", "contract", "store"),
  "src/core/schema/pattern/": coreRooms("ground", "contract"),
  "src/core/schema/validate/": coreRooms("ground", "contract", "schema/pattern"),
  "src/core/schema/find/": coreRooms("ground", "contract", "schema"),
  "src/core/schema/": coreRooms("ground", "contract", "schema/pattern", "schema/validate"),
  "src/core/credentials/": coreRooms("ground", "contract", "store"),
  "src/core/wire/send/": coreRooms("ground", "contract"),
  "src/core/wire/executor/": coreRooms("ground", "contract", "credentials", "wire"),
  "src/core/wire/": coreRooms("ground", "contract", "credentials", "wire/send"),
  "src/core/file/": coreRooms("ground", "contract", "schema", "schema/pattern", "wire"),
  "src/core/policy/": coreRooms("ground", "contract", "store", "schema"),
  "src/core/job/": coreRooms("ground", "contract", "store", "schema"),
  "src/core/call/params/": coreRooms("ground", "contract", "schema", "policy"),
  "src/core/call/once/": coreRooms("ground", "contract", "store", "schema", "call/params"),
  "src/core/call/": coreRooms(
    "ground",
    "contract",
    "store",
    "journal",
    "schema",
    "wire",
    "policy",
    "job",
    "call/params",
    "call/once",
  ),
  "src/core/tool/output/": coreRooms("ground", "contract", "schema", "wire", "policy", "call"),
  "src/core/tool/offer/": coreRooms(
    "ground",
    "contract",
    "schema",
    "wire",
    "policy",
    "job",
    "call",
    "tool/output",
  ),
  "src/core/tool/": coreRooms("ground", "contract", "schema", "wire", "policy", "job", "call", "tool/output", "tool/offer"), // prettier-ignore
  "src/core/typescript/": coreRooms("ground", "contract", "schema", "policy", "tool/output", "tool/offer"),
  "src/core/display/": coreRooms("ground", "contract", "tool"),
  "src/core/approval/": coreRooms("ground", "contract", "store", "schema", "call", "tool"),
  "src/core/explain/": coreRooms("ground", "contract", "store", "policy", "tool/offer", "approval"),
  "src/core/open/": coreRooms("ground", "contract", "store", "credentials", "wire", "policy", "call"),
  "src/core/connect/": coreRooms("ground", "contract", "store", "credentials", "wire", "policy", "open"),
  "src/hosted/": ["src/version.ts", "src/core/ground/", "src/core/contract/", "src/core/wire/", "src/core/job/", "src/core/call/", "src/core/open/"], // prettier-ignore
  "src/version.ts": [],
  "src/store/": coreRooms("ground", "contract", "store"),
  "src/define/": [...core, "src/hosted/", "src/store/", "src/version.ts"],
  "src/adapter.ts": [...core],
  "src/toolkit.ts": [...core, "src/define/", "src/hosted/"],
  "src/testing/": [...core, "src/define/", "src/version.ts"],
  "src/import/index.ts": [...core, "src/import/"],
  "src/import/openapi/": [...core, "src/import/"],
  "src/import/discovery/": [...core, "src/import/"],
  "src/import/graphql/": [...core, "src/import/"],
  "src/import/mcp/": [...core, "src/import/", "src/define/", "src/version.ts"],
  "src/import/": [...core],
  "src/index.ts": [...core, "src/hosted/", "src/define/", "src/store/", "src/version.ts"],

  "src/connectors/slack/asked/": [...core],
  "src/connectors/slack/text/": [...core],
  "src/connectors/slack/canvases/": [...core, "src/connectors/slack/text/"],
  "src/connectors/slack/compiled.ts": [...core],
  "src/connectors/slack/field-notes.ts": [],
  "src/connectors/slack/operations/": [...core],
  "src/connectors/slack/records/": [...core],
  "src/connectors/slack/undo/": [...core],
  "src/connectors/slack/rows/": [...core, "src/connectors/slack/canvases/", "src/connectors/slack/text/"],
  "src/connectors/slack/names/": [...core, "src/connectors/slack/canvases/", "src/connectors/slack/rows/", "src/connectors/slack/text/"], // prettier-ignore
  "src/connectors/slack/params.ts": [...core, "src/connectors/slack/names/"],
  "src/connectors/slack/policy/": [...core, "src/connectors/slack/text/"],
  "src/connectors/slack/wire/": [...core, "src/connectors/slack/names/", "src/connectors/slack/operations/"],
  "src/connectors/slack/dry-run/": [...core, "src/connectors/slack/operations/", "src/connectors/slack/text/", "src/connectors/slack/undo/", "src/connectors/slack/wire/"], // prettier-ignore
  "src/connectors/slack/posting/": [
    ...core,
    "src/connectors/slack/operations/",
    "src/connectors/slack/params.ts",
    "src/connectors/slack/policy/",
    "src/connectors/slack/text/",
  ],
  "src/connectors/slack/audience/": [...core, "src/connectors/slack/names/", "src/connectors/slack/posting/", "src/connectors/slack/text/"], // prettier-ignore
  "src/connectors/slack/files/": [...core, "src/connectors/slack/operations/", "src/connectors/slack/canvases/", "src/connectors/slack/operations/", "src/connectors/slack/posting/", "src/connectors/slack/wire/"], // prettier-ignore
  "src/connectors/slack/search/": [...core, "src/connectors/slack/names/", "src/connectors/slack/operations/", "src/connectors/slack/text/"], // prettier-ignore
  "src/connectors/slack/inbox/": [
    ...core,
    "src/connectors/slack/names/",
    "src/connectors/slack/operations/",
    "src/connectors/slack/posting/",
  ],
  "src/connectors/slack/events/": [...core, "src/connectors/slack/names/", "src/connectors/slack/posting/", "src/connectors/slack/rows/", "src/connectors/slack/text/"], // prettier-ignore
  "src/connectors/slack/entities/": [...core, "src/connectors/slack/"],
  "src/connectors/slack/calls.ts": ["src/connectors/slack/"],
  "src/connectors/slack/index.ts": [...core, "src/connectors/slack/", "src/define/"],

  "src/connectors/amazon-ads/asked/": [...core],
  "src/connectors/amazon-ads/params.ts": [...core],
  "src/connectors/amazon-ads/compiled.ts": [...core],
  "src/connectors/amazon-ads/field-notes.ts": [],
  "src/connectors/amazon-ads/operations/": [...core],
  "src/connectors/amazon-ads/records/": [...core],
  "src/connectors/amazon-ads/money/ground/": [...core, "src/connectors/amazon-ads/params.ts"], // prettier-ignore
  "src/connectors/amazon-ads/money/model/": [...core, "src/connectors/amazon-ads/params.ts", "src/connectors/amazon-ads/money/ground/"], // prettier-ignore
  "src/connectors/amazon-ads/money/judge/": [...core, "src/connectors/amazon-ads/params.ts", "src/connectors/amazon-ads/money/ground/", "src/connectors/amazon-ads/money/model/"], // prettier-ignore
  "src/connectors/amazon-ads/money/records/": [...core, "src/connectors/amazon-ads/params.ts", "src/connectors/amazon-ads/money/ground/", "src/connectors/amazon-ads/money/model/", "src/connectors/amazon-ads/money/judge/"], // prettier-ignore
  "src/connectors/amazon-ads/money/price/": [...core, "src/connectors/amazon-ads/params.ts", "src/connectors/amazon-ads/money/ground/", "src/connectors/amazon-ads/money/model/", "src/connectors/amazon-ads/money/judge/", "src/connectors/amazon-ads/money/records/"], // prettier-ignore
  "src/connectors/amazon-ads/money/guards/": [...core, "src/connectors/amazon-ads/params.ts", "src/connectors/amazon-ads/money/ground/", "src/connectors/amazon-ads/money/model/", "src/connectors/amazon-ads/money/judge/", "src/connectors/amazon-ads/money/records/", "src/connectors/amazon-ads/money/price/"], // prettier-ignore
  "src/connectors/amazon-ads/dates/": [...core],
  "src/connectors/amazon-ads/wire/": [...core, "src/connectors/amazon-ads/operations/"],
  "src/connectors/amazon-ads/dry-run/": [...core, "src/connectors/amazon-ads/wire/"],
  "src/connectors/amazon-ads/resources/": [...core, "src/connectors/amazon-ads/dates/", "src/connectors/amazon-ads/params.ts", "src/connectors/amazon-ads/records/", "src/connectors/amazon-ads/operations/", "src/connectors/amazon-ads/money/"], // prettier-ignore
  "src/connectors/amazon-ads/brands/": [...core, "src/connectors/amazon-ads/params.ts", "src/connectors/amazon-ads/money/", "src/connectors/amazon-ads/resources/"], // prettier-ignore
  "src/connectors/amazon-ads/copying/": [...core, "src/connectors/amazon-ads/money/", "src/connectors/amazon-ads/resources/"], // prettier-ignore
  "src/connectors/amazon-ads/display/": [...core, "src/connectors/amazon-ads/params.ts", "src/connectors/amazon-ads/money/", "src/connectors/amazon-ads/resources/"], // prettier-ignore
  "src/connectors/amazon-ads/reports/types/": [...core, "src/connectors/amazon-ads/dates/", "src/connectors/amazon-ads/params.ts", "src/connectors/amazon-ads/wire/"], // prettier-ignore
  "src/connectors/amazon-ads/reports/rows/": [...core, "src/connectors/amazon-ads/dates/", "src/connectors/amazon-ads/params.ts", "src/connectors/amazon-ads/wire/", "src/connectors/amazon-ads/reports/types/"], // prettier-ignore
  "src/connectors/amazon-ads/reports/jobs/": [...core, "src/connectors/amazon-ads/dates/", "src/connectors/amazon-ads/params.ts", "src/connectors/amazon-ads/wire/", "src/connectors/amazon-ads/reports/rows/"], // prettier-ignore
  "src/connectors/amazon-ads/reports/request/": [...core, "src/connectors/amazon-ads/dates/", "src/connectors/amazon-ads/params.ts", "src/connectors/amazon-ads/wire/", "src/connectors/amazon-ads/reports/types/", "src/connectors/amazon-ads/reports/rows/", "src/connectors/amazon-ads/reports/jobs/"], // prettier-ignore
  "src/connectors/amazon-ads/pacing/": [...core, "src/connectors/amazon-ads/dates/", "src/connectors/amazon-ads/reports/"], // prettier-ignore
  "src/connectors/amazon-ads/entities/": [...core, "src/connectors/amazon-ads/"],
  "src/connectors/amazon-ads/index.ts": [...core, "src/connectors/amazon-ads/", "src/define/"],

  "src/connectors/notion/": [...core, "src/define/"],
  "src/connectors/github/": [...core, "src/define/"],
  "src/connectors/gmail/mime/": core,
  "src/connectors/google/": core,
  "src/connectors/gmail/": [...core, "src/connectors/gmail/mime/", "src/connectors/google/", "src/define/"],
  "src/connectors/google-calendar/": [...core, "src/connectors/google/", "src/define/"],
  "src/connectors/linear/": [...core, "src/define/"],

  "sandbox/": ["src/core/ground/", reportCatalogue],
  "adapters/": ["src/adapter.ts"],
  "cli/": [...core, "src/index.ts", "src/define/", "src/import/", "src/store/", "src/version.ts", "src/connectors/slack/index.ts", "src/connectors/amazon-ads/index.ts", "src/connectors/notion/index.ts", "src/connectors/github/index.ts", "src/connectors/gmail/index.ts", "src/connectors/google-calendar/index.ts", "src/connectors/linear/index.ts", "src/testing/", "sandbox/", "adapters/"], // prettier-ignore

  // The measurements of agents use the package as a user does: by its public names.
  "eval/platforms/": [],
  "eval/task/": ["eval/platforms/"],
  "eval/grade/": ["eval/platforms/", "eval/task/"],
  "eval/world/": ["eval/platforms/", "eval/task/", "eval/grade/"],
  "eval/solve/": ["eval/platforms/", "eval/task/", "eval/world/"],
  "eval/code/": ["eval/platforms/", "eval/task/", "eval/world/", "eval/solve/"],
  "eval/run/": ["eval/task/", "eval/grade/", "eval/world/", "eval/solve/", "eval/code/"],
  "eval/report/": ["eval/platforms/", "eval/task/", "eval/run/"],
  "eval/": ["eval/"],
};
// The packages and Node modules that each file or folder is allowed to load. All other files load none, so they run on
// any platform.
const packages: Record<string, readonly string[]> = {
  "src/core/schema/zod-validation.ts": ["zod", "zod-to-json-schema"],
  "sandbox/listen.ts": ["node:http"],
  "sandbox/slack/given-workspace/export-files.ts": ["node:fs"],
  "src/store/": ["node:"],
  "src/testing/recordings/read-recording.ts": ["yaml"],
  "src/import/overlay.ts": ["zod"],
  "src/import/parse-source.ts": ["yaml"],
  "src/import/change-document.ts": ["json-p3"],
  "src/import/index.ts": ["@scalar/openapi-upgrader"],
  "src/import/graphql/": ["graphql"],
  // The text of a test that `init` writes.
  "cli/init/connector-folder.ts": ["agent-connectors"],
  "cli/": ["commander", "node:", "@modelcontextprotocol/server"],
  "src/import/mcp/": ["@modelcontextprotocol/client", "node:"],
  "adapters/ai-sdk.ts": ["ai"],
  "adapters/langchain.ts": ["@langchain/core"],
  "adapters/opentelemetry.ts": ["@opentelemetry/api"],
  "adapters/mcp.ts": ["@modelcontextprotocol/server", "zod"],
  "eval/": ["agent-connectors", "node:"],
  "eval/platforms/github.ts": ["zod", "emulate"],
  "eval/platforms/": ["zod"],
  "eval/platforms/gmail.ts": ["emulate"],
  "eval/platforms/linear/": ["emulate", "graphql"],
  "eval/task/": ["zod"],
  "eval/world/tokens.ts": ["gpt-tokenizer"],
  "eval/world/interfaces.ts": ["ai"],
  "eval/code/": ["run"],
  "eval/solve/": ["ai", "@ai-sdk/openai", "@ai-sdk/anthropic"],
  "service/src/": ["agent-connectors", "node:"],
  "service/src/store/": ["kysely", "pg"],
  "service/src/access/": ["jose"],
  "service/src/platforms/": ["undici"],
  "service/src/operators/": ["openid-client", "zod"],
  "service/src/http/": ["hono", "@hono/node-server", "zod"],
  "service/src/pages/": ["hono"],
  "service/src/routes/": ["zod"],
  "service/src/routes/mcp/": ["@modelcontextprotocol/server"],
  "service/src/people/": ["oidc-provider", "zod"],
  "service/src/startup/tracing.ts": ["agent-connectors", "@opentelemetry/api", "@opentelemetry/context-async-hooks", "@opentelemetry/core", "@opentelemetry/exporter-trace-otlp-http", "@opentelemetry/resources", "@opentelemetry/sdk-trace"], // prettier-ignore
  "prove/src/": ["node:"],
  "prove/src/platform.ts": ["agent-connectors"],
  "prove/src/tools/our-tools.ts": ["agent-connectors"],
  "prove/src/tools/plain-tool.ts": ["ai", "@langchain/core", "@langchain/langgraph", "langchain", "@openai/agents-core", "@modelcontextprotocol/server", "zod"], // prettier-ignore
  "prove/src/frameworks/": ["agent-connectors", "ai", "@langchain/core", "@langchain/langgraph", "langchain", "@openai/agents-core", "@modelcontextprotocol/client", "@modelcontextprotocol/server"], // prettier-ignore
};
// The packages of which only types are imported. The compiler removes such imports.
const packageTypes: Record<string, readonly string[]> = {
  "src/core/call/file-content.ts": ["zod"],
  "src/core/contract/": ["zod"],
  "src/core/schema/zod-conversion.ts": ["zod"],
  "src/core/wire/": ["node:"],
  "src/connectors/": ["zod"],
};

interface Import {
  to: string;
  typeOnly: boolean;
}
const root = join(import.meta.dirname, "..");
const files = globSync(
  [
    "src/**/*.ts",
    "adapters/**/*.ts",
    "cli/**/*.ts",
    "sandbox/**/*.ts",
    "eval/**/*.ts",
    "service/src/**/*.ts",
    "prove/src/**/*.ts",
  ],
  {
    cwd: root,
  },
).map((file) => file.replaceAll("\\", "/"));
const source = (file: string) => readFileSync(join(root, file), "utf8");
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<![:"'`])\/\/.*$/gm, "");

/** Files that contain programs, as texts in backticks below their own imports. What these programs import does not count. */
const withPrograms = ["cli/init/chat/", "cli/init/frameworks.ts", "cli/init/program-files.ts", "eval/coding/tasks/"]; // prettier-ignore

function importsOf(file: string): Import[] {
  const all = withoutComments(source(file));
  const text = withPrograms.some((path) => file.startsWith(path)) ? all.split("`")[0]! : all;
  const fixed = text.matchAll(/^\s*(?:import|export)\s+(type\s)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"/gm);
  const late = text.matchAll(/\bimport\(\s*"([^"]+)"\s*\)/g);
  return [
    ...[...fixed].map(([, type, to]) => ({ to: to!, typeOnly: type !== undefined })),
    ...[...late].map(([, to]) => ({ to: to!, typeOnly: false })),
  ];
}
const target = (file: string, to: string) => join(dirname(file), to).replaceAll("\\", "/");
const roomOf = (file: string) => Object.keys(rooms).find((room) => file.startsWith(room));
const may = (rules: Record<string, readonly string[]>, file: string, name: string) =>
  Object.entries(rules).some(([where, names]) => file.startsWith(where) && names.some((one) => name === one || name.startsWith(one.endsWith(":") ? one : `${one}/`))); // prettier-ignore

test("the imports of a file are found in every syntax", () => {
  const zodSchema = "src/core/schema/zod-validation.ts";
  expect(importsOf(zodSchema)).toEqual(expect.arrayContaining([{ to: "zod", typeOnly: false }, { to: "zod-to-json-schema", typeOnly: false }])); // prettier-ignore
  expect(importsOf("src/core/contract/action.ts")).toContainEqual({ to: "zod", typeOnly: true });
  expect(importsOf("src/core/schema/compile-params.ts")).toContainEqual({
    to: "./zod-validation.ts",
    typeOnly: false,
  });
  expect(importsOf("src/index.ts").length).toBeGreaterThan(8);
});

describe.each(files)("%s", (file) => {
  test("imports only the rooms that its room is allowed to import", () => {
    const room = roomOf(file);
    expect(room, `${file} is in no room`).toBeDefined();
    for (const { to, typeOnly } of importsOf(file)) {
      if (!to.startsWith(".")) {
        const allowed = may(packages, file, to) || (typeOnly && may(packageTypes, file, to));
        expect(allowed, `${file} imports ${to}`).toBe(true);
        continue;
      }
      const path = target(file, to);
      expect([...files, ...data], `${file} imports ${to}`).toContain(path);
      const known = roomOf(path) === room || rooms[room!]!.some((prefix) => path.startsWith(prefix));
      expect(known, `${file} imports ${path}`).toBe(true);
    }
  });
  test("turns no check off", () => {
    expect(source(file)).not.toMatch(/@ts-(ignore|expect-error|nocheck)|(oxlint|eslint)-disable/);
  });
});

test("no file imports itself through other files, not even for a type", () => {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    expect(path, [...path, file].join(" → ")).not.toContain(file);
    if (done.has(file) || data.includes(file)) return;
    for (const { to } of importsOf(file)) if (to.startsWith(".")) visit(target(file, to), [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
});

test("no room imports itself through other rooms", () => {
  const imported = new Map<string, Set<string>>();
  for (const file of files)
    for (const { to } of importsOf(file)) {
      const [from, into] = [roomOf(file)!, to.startsWith(".") ? roomOf(target(file, to))! : roomOf(file)!];
      if (from !== into) imported.set(from, (imported.get(from) ?? new Set()).add(into));
    }
  const done = new Set<string>();
  const visit = (room: string, path: readonly string[]): void => {
    expect(path, [...path, room].join(" → ")).not.toContain(room);
    if (done.has(room)) return;
    for (const next of imported.get(room) ?? []) visit(next, [...path, room]);
    done.add(room);
  };
  for (const room of imported.keys()) visit(room, []);
});

// Folders of one kind of thing, with one file for each: the reader looks for a name and does not read the list.
const collections = [
  "examples/",
  "sandbox/slack/methods/",
  "service/src/store/migrations/",
  "src/connectors/amazon-ads/entities/",
  "src/connectors/slack/entities/",
  "test/suites/slack/",
];
test("a folder has at most 25 modules, unless it is a collection", () => {
  const counts = new Map<string, number>();
  for (const file of globSync(
    "{src,adapters,cli,sandbox,eval,service,prove,scripts,examples,bench,test}/**/*.ts",
    {
      cwd: root,
      exclude: (name) => name.includes("node_modules") || name === "dist",
    },
  ))
    // prettier-ignore
    if (!file.endsWith(".test.ts")) counts.set(`${dirname(file)}/`, (counts.get(`${dirname(file)}/`) ?? 0) + 1);
  const large = [...counts].filter(([, count]) => count > 25).map(([folder]) => folder);
  expect(large.toSorted()).toEqual(collections);
});

// Core serves every platform, so it contains no word that only one platform uses, not even in an example.
const wordsOfPlatforms = ["amazon", "sponsored", "campaign", "portfolio", "profile", "ad ?group", "\\bads\\b", "\\basins?\\b", "(?<!for)bids?\\b", "slack", "xox[bp]"]; // prettier-ignore
test.each(files.filter((file) => file.startsWith("src/core/")))("%s has no word of a platform", (file) => {
  const found = new RegExp(wordsOfPlatforms.join("|"), "i");
  expect(source(file).split("\n").filter((line) => found.test(line))).toEqual([]); // prettier-ignore
});

test("every part of core that the connectors use is exported", () => {
  const named = (text: string) =>
    [...text.matchAll(/^(?:import|export)\s(?:type\s)?\{([^}]*)\}\sfrom\s"[^"]*core\/[^"]*"/gm)].flatMap(([, names]) =>
      names!.split(",").map((name) => name.trim().replace(/^type /, "").split(" as ")[0]!).filter(Boolean),
    ); // prettier-ignore
  const published = new Set(["src/index.ts", "src/toolkit.ts"].flatMap((file) => named(source(file))));
  // The build replaces compiled.ts. Other connectors get the same schemas from defineConnector.
  const used = files
    .filter((file) => file.startsWith("src/connectors/") && !file.endsWith("/compiled.ts"))
    .flatMap((file) => named(source(file)));
  expect(used.length).toBeGreaterThan(200);
  expect([...new Set(used)].filter((name) => !published.has(name))).toEqual([]);
});

test("the only module that loads zod is loaded with a dynamic import", () => {
  const loading = files.filter((file) => importsOf(file).some(({ to }) => to.endsWith("/zod-validation.ts")));
  expect(loading).toEqual(["src/core/schema/compile-params.ts"]);
  expect(source("src/core/schema/compile-params.ts")).toContain('import("./zod-validation.ts")');
  expect(source("src/core/schema/compile-params.ts")).not.toMatch(/from "\.\/zod-validation\.ts"/);
});

test("an import of a connector loads no code that only its tools and its calls need", () => {
  const ofConnectors = (file: string) =>
    ["slack", "amazon-ads"].map((name) => `src/connectors/${name}/${file}`);
  const loaded = new Set(ofConnectors("index.ts"));
  for (const file of loaded)
    for (const { to, typeOnly } of importsOf(file))
      if (!typeOnly && to.startsWith(".") && source(file).includes(`from "${to}"`))
        loaded.add(target(file, to));
  expect(loaded.size).toBeGreaterThan(200);
  const late = [
    "src/connectors/slack/calls.ts",
    "src/connectors/amazon-ads/wire/http.ts",
    "src/define/open-connector.ts",
    "src/core/tool/tools.ts",
  ];
  expect(late.filter((file) => files.includes(file) && !loaded.has(file))).toEqual(late);
});

test("no file of core, the service or prove has more than 250 lines", () => {
  const short = (file: string) => /^(src\/core|service\/src|prove\/src)\//.test(file);
  const long = files.filter((file) => short(file) && source(file).split("\n").length > 251);
  expect(long).toEqual([]);
});

test("the linter refuses `any` and circular imports", () => {
  expect(JSON.parse(source(".oxlintrc.json"))).toMatchObject({
    rules: { "typescript/no-explicit-any": "error", "import/no-cycle": ["error", { ignoreTypes: false }] },
  });
});

test("version.ts has the package's version", () => expect(version).toBe(packageJson.version));
