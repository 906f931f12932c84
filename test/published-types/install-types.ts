import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { SlackConnector } from "agent-connectors/slack";
import { writeGeneratedTypes, writeInferredTypes } from "../../scripts/bundle/write-declarations.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The published paths whose declarations are installed. The others need the types of frameworks, which cost time. */
const paths = [".", "./slack", "./amazon-ads", "./toolkit"];

interface Manifest {
  exports: Record<string, { "agent-connectors-source": string; types: string }>;
}

export interface Projects {
  /** The folder of all projects. The caller deletes it. */
  folder: string;
  /** A project that has installed the published declarations. */
  published: string;
  /** A project that has installed the declarations that TypeScript infers from the schemas. */
  inferred: string;
}

export async function installTypes(): Promise<Projects> {
  // In this folder, TypeScript finds the packages of the repository.
  const folder = await mkdtemp(join(root, "node_modules", ".published-"));
  const { exports: all } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as Manifest;
  const exports = Object.fromEntries(paths.map((path) => [path, { types: all[path]!.types }]));
  const install = async (name: string) => {
    const project = join(folder, name);
    const installed = join(project, "node_modules", "agent-connectors");
    await mkdir(installed, { recursive: true });
    // TypeScript reads the files of packages with the same name and version once.
    const manifest = { name: "agent-connectors", version: `0.0.0-${name}`, type: "module", exports };
    await writeFile(join(installed, "package.json"), JSON.stringify(manifest));
    await writeFile(join(project, "package.json"), `{ "type": "module" }`);
    return { project, dist: join(installed, "dist") };
  };
  const [published, inferred] = [await install("published"), await install("inferred")];
  const config = {
    extends: join(root, "tsconfig.build.json"),
    compilerOptions: { rootDir: root },
    files: paths.map((path) => join(root, all[path]!["agent-connectors-source"])),
    include: [],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  // `npm run check` reports type errors.
  await writeInferredTypes(inferred.dist, folder, "--noCheck");
  await cp(inferred.dist, published.dist, { recursive: true });
  await writeGeneratedTypes(
    published.dist,
    { slack: SlackConnector, "amazon-ads": AmazonAdsConnector },
    Object.values(exports).map(({ types }) => types.replace("./dist/", "")),
  );
  return { folder, published: published.project, inferred: inferred.project };
}

/** Compiles files in the folder of a project, and returns the output of the compiler. */
export async function compile(
  project: string,
  files: Readonly<Record<string, string>>,
  options: Readonly<Record<string, boolean>> = {},
  ...flags: string[]
): Promise<string> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(project, name), text);
  const compilerOptions = { module: "nodenext", target: "es2023", strict: true, noEmit: true, skipLibCheck: true, types: ["node"], ...options }; // prettier-ignore
  await writeFile(
    join(project, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: Object.keys(files) }),
  );
  const tsc = join(root, "node_modules", ".bin", "tsc");
  const args = ["-p", project, "--pretty", "false", ...flags];
  return new Promise((done) =>
    execFile(tsc, args, { cwd: project, maxBuffer: 2 ** 26 }, (_error, stdout) => done(stdout)),
  );
}
