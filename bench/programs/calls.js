import { writeSync } from "node:fs";

// Makes calls with one client, always 64 at a time, and measures the CPU time per call in microseconds.
// Arguments: the client's folder, the name of the call, the endpoint, the number of calls.

const [client, name, endpoint, calls] = process.argv.slice(2);
const { open } = await import(`./${client}/client.js`);
const call = open(endpoint)[name];

async function run(count) {
  let left = count;
  const lane = async () => {
    while (left-- > 0) if ((await call()) !== "C012AB3CD") throw new Error("The result is wrong.");
  };
  await Promise.all(Array.from({ length: 64 }, lane));
}

await run(Math.ceil(calls / 4)); // a warm-up, which compiles the code and opens the connections
const before = process.cpuUsage();
await run(Number(calls));
const { user, system } = process.cpuUsage(before);
writeSync(3, `${JSON.stringify({ measured: (user + system) / calls })}\n`);
process.exit();
