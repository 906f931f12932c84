import { Agent, request } from "node:http";

/** A request of the load, without its address. */
export interface Sent {
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Sends requests, always `inFlight` at a time. Returns the milliseconds that each request took. */
export async function sendLoad(
  url: string,
  inFlight: number,
  count: number,
  next: (nth: number) => Sent,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
  const took: number[] = [];
  let nth = 0;
  const lane = async () => {
    while (nth < count) {
      const sent = next(nth++);
      const started = performance.now();
      await send(agent, url, sent);
      took.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  agent.destroy();
  return took;
}

const send = (agent: Agent, url: string, { path, headers, body }: Sent): Promise<void> =>
  new Promise((resolve, reject) => {
    const sending = request(url + path, { agent, method: "POST", headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () => {
        if (response.statusCode === 200 && text.includes('"status":"success"')) resolve();
        else reject(new Error(`${response.statusCode} ${text}`));
      });
    });
    sending.on("error", reject);
    sending.end(body);
  });
