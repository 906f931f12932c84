import { execFile } from "node:child_process";
import { once } from "node:events";
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createGzip } from "node:zlib";

// Measures the CPU time and the memory of a report with 500,000 rows. Each case runs in a separate
// process of plain JavaScript, because Node's conversion of TypeScript needs 18 MB.
// Run: node bench/report.ts [--against <folder of another version>] [--rounds 5]
//
// | Case   | Work                                                                       |
// |--------|----------------------------------------------------------------------------|
// | few    | Rows with equal keys are added up. The result has 50 rows                  |
// | many   | Rows with equal keys are added up. The result has 500,000 rows             |
// | stream | `reportRows` reads 500,000 rows of 1,400 bytes, and counts them            |
// | bomb   | A file that unpacks to 600 MB of spaces is refused                         |
//
// The limit for `few` and `many` is 120 MB. In addition, the limit for `few` is half of the CPU time of the other
// version. A version is a folder with the file dist/src/connectors/amazon-ads/index.js. The default version is this
// folder, after npm run build.

const rows = 500_000;
const script = fileURLToPath(import.meta.url);
const columns = ["campaignId", "campaignName", "keywordId", "keyword", "matchType", "impressions", "clicks", "cost", "purchases14d", "sales14d"]; // prettier-ignore

function* text(kind: string): Generator<string> {
  yield "[";
  if (kind === "bomb") for (let mb = 0; mb < 600; mb++) yield " ".repeat(1_000_000);
  else
    for (let start = 0; start < rows; start += 1000) {
      const some = Array.from({ length: 1000 }, (_, index) => {
        const n = start + index;
        const more = kind === "wide" ? `,"note":"${`some text ${n} `.repeat(72).slice(0, 1150)}"` : "";
        return `{"campaignId":${144373194309380000n + BigInt(n % 50)},"campaignName":"Campaign ${n % 50}","keywordId":${n},"keyword":"a keyword of usual length ${n}","matchType":"EXACT","impressions":${n % 997},"clicks":${n % 31},"cost":${(n % 500) / 100},"purchases14d":${n % 3},"sales14d":${(n % 900) / 10}${more}}`;
      });
      yield (start === 0 ? "" : ",") + some.join(",");
    }
  yield "]";
}

/** Amazon's response with one finished report. */
const platform = (file: string) =>
  createServer(({ url = "", headers }, response) => {
    if (url.startsWith("/report.json.gz")) return void createReadStream(file).pipe(response);
    const configuration = {
      reportTypeId: "spTargeting",
      timeUnit: "SUMMARY",
      groupBy: ["targeting"],
      columns,
    };
    const body = url.startsWith("/auth/")
      ? { access_token: "Atza|x", expires_in: 3600 }
      : url.startsWith("/v2/profiles")
        ? [{ profileId: 1, countryCode: "US" }]
        : { reportId: "r", status: "COMPLETED", url: `http://${headers.host}/report.json.gz`, configuration };
    response.setHeader("content-type", "application/json").end(JSON.stringify(body));
  });

interface Measured {
  found: string;
  cpuMs: number;
  mb: number;
}

const args = process.argv.slice(2);
const valueOf = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);

if (args[0] === "make")
  await pipeline(
    Readable.from(text(args[1]!), { objectMode: false }),
    createGzip(),
    createWriteStream(args[2]!),
  );
else {
  const folder = mkdtempSync(join(tmpdir(), "report-"));
  const ours = fileURLToPath(new URL("..", import.meta.url));
  const versions = [ours, valueOf("--against")].filter((one) => one !== undefined);
  const files = { few: "rows", many: "rows", stream: "wide", bomb: "bomb" };
  const program = fileURLToPath(new URL("programs/report.js", import.meta.url));
  const run = async (...more: string[]) =>
    (await promisify(execFile)(process.execPath, [...process.execArgv, ...more])).stdout;
  const only = valueOf("--only");
  for (const [kind, content] of Object.entries(files)) {
    if (only !== undefined && only !== kind) continue;
    const file = join(folder, `${content}.gz`);
    if (!statSync(file, { throwIfNoEntry: false })) await run(script, "make", content, file);
    const server = platform(file).listen(0, "127.0.0.1");
    await once(server, "listening");
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const results = versions.map((): Measured[] => []);
    for (let round = 0; round < Number(valueOf("--rounds") ?? 5); round++)
      for (const [index, version] of versions.entries())
        results[index]!.push(JSON.parse(await run(program, version, kind, endpoint)) as Measured);
    server.close();
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
    for (const [index, measured] of results.entries())
      console.log(
        `${kind} ${versions[index]!}: ${median(measured.map(({ cpuMs }) => cpuMs))} ms CPU, ${Math.max(...measured.map(({ mb }) => mb))} MB; ${measured[0]!.found}`,
      );
    if (results.length > 1)
      console.log(
        `${kind}: ${median(results[0]!.map(({ cpuMs }, round) => cpuMs / results[1]![round]!.cpuMs)).toFixed(2)} of the CPU time`,
      );
  }
  rmSync(folder, { recursive: true });
}
