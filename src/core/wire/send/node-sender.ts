import type { Agent, request } from "node:http";
import type { LookupFunction } from "node:net";
import type { Duplex } from "node:stream";
import type { Answer, Sender, SentRequest } from "../../contract/wire/sender.ts";
import { faultCode } from "./network-fault.ts";
import { answerOf } from "./node-answer.ts";

/** The time limit for opening a connection, in milliseconds. The global `fetch` has the same limit. */
const connectMs = 10_000;

/**
 * How long a connection without requests stays open, in milliseconds. Many servers close such a connection after five
 * seconds. A request that is sent at that moment is lost.
 */
const idleMs = 4000;

const defaultConnections = 256;

/** What a program that runs connectors for others can change. */
export interface NodeSenderOptions {
  /** Resolves host names, as `dns.lookup` does. A server can refuse private addresses here. */
  lookup?: LookupFunction | undefined;
  /** The most connections to one origin. Further requests wait for a free connection. Default: 256. */
  maxConnections?: number | undefined;
}

/**
 * Returns a sender that uses Node's HTTP modules, with its own connections. Connections without requests do not keep the
 * process running.
 */
export function nodeSender(options: NodeSenderOptions = {}): Sender {
  const protocols = new Map<string, Protocol>();
  return (sent) => send(sent, (name) => protocolOf(protocols, name, options));
}

/** All connectors of a process share the connections of this sender. */
export const sendWithNode: Sender = nodeSender();

const send = (sent: SentRequest, protocolNamed: (name: string) => Protocol): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { method, signal, body } = sent;
    if (signal.aborted) return reject(signal.reason as Error);
    if (body !== undefined && /^(GET|HEAD)$/i.test(method))
      throw new TypeError(`A ${method} request cannot have a body.`);
    const url = new URL(sent.url);
    if (url.username !== "" || url.password !== "")
      throw new TypeError("The address of a request cannot contain a user or a password.");
    const { node, agent } = protocolNamed(url.protocol);
    const request = node.request({
      protocol: url.protocol,
      // In a URL, brackets surround an IPv6 address.
      hostname: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port,
      path: url.pathname + url.search,
      method,
      headers: headersOf(sent, url),
      agent,
    });
    let end: (reason: Error) => void = (reason) => request.destroy(reason);
    const abort = () => {
      reject(signal.reason as Error);
      end(signal.reason as Error);
    };
    signal.addEventListener("abort", abort, { once: true });
    let isAnswered = false;
    request.on("error", (error) => {
      if (!isAnswered) reject(opened.has(request.socket!) ? error : notConnected(error));
    });
    request.on("close", () => {
      signal.removeEventListener("abort", abort);
      // Some invalid responses close the connection without an error.
      if (!isAnswered) reject(new Error("The connection was closed without a response."));
    });
    request.on("response", (message) => {
      isAnswered = true;
      end = (reason) => message.destroy(reason);
      resolve(answerOf(message));
    });
    request.end(body);
  });

/** The connections that were opened. Nothing was sent on any other connection. */
const opened = new WeakSet<Duplex>();

function watchConnection(socket: Duplex, isSecure: boolean): void {
  const timer = setTimeout(() => {
    socket.destroy(Object.assign(new Error("The connection took too long."), { code: "ETIMEDOUT" }));
  }, connectMs);
  socket.once(isSecure ? "secureConnect" : "connect", () => {
    opened.add(socket);
    clearTimeout(timer);
  });
  socket.once("close", () => clearTimeout(timer));
}

/** Returns an error for which `neverSent` returns true. */
const notConnected = (cause: Error): Error =>
  Object.assign(new Error("The connection was not opened.", { cause }), {
    code: faultCode(cause) ?? "ENOTCONN",
    syscall: "connect",
  });

interface Protocol {
  node: { request: typeof request };
  agent: Agent;
}

function protocolOf(
  protocols: Map<string, Protocol>,
  name: string,
  { lookup, maxConnections = defaultConnections }: NodeSenderOptions,
): Protocol {
  const known = protocols.get(name);
  if (known) return known;
  if (name !== "http:" && name !== "https:")
    throw new TypeError(`A request cannot use the protocol ${name.slice(0, 20)}`);
  const isSecure = name === "https:";
  // An import of "node:http" would also load undici, and take eight times as long.
  const node = process.getBuiltinModule(isSecure ? "node:https" : "node:http");
  const agent = new node.Agent({
    keepAlive: true,
    timeout: idleMs,
    maxSockets: maxConnections,
    ...(lookup ? { lookup } : {}),
  });
  const create = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const socket = create(options, callback);
    if (socket) watchConnection(socket, isSecure);
    return socket;
  };
  const protocol: Protocol = { node, agent };
  protocols.set(name, protocol);
  return protocol;
}

/** Headers that decide where a request ends. If a caller could set them, a server could read one request as two. */
const framing: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
]);

/** Returns a list of names and values, which Node processes fastest. Node refuses line breaks in values. */
function headersOf({ headers, method, body }: SentRequest, { host, protocol }: URL): string[] {
  const list: string[] = [];
  const names = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (framing.has(lower)) throw new TypeError(`The header ${lower} cannot be set.`);
    names.add(lower);
    list.push(name, value);
  }
  const add = (name: string, value: string) => {
    if (!names.has(name)) list.push(name, value);
  };
  add("host", host);
  // Node's global `fetch` sends these three headers too.
  add("accept", "*/*");
  add("accept-encoding", protocol === "https:" ? "br, gzip, deflate" : "gzip, deflate");
  add("user-agent", "node");
  if (body !== undefined) {
    if (typeof body === "string") add("content-type", "text/plain;charset=UTF-8");
    list.push("content-length", String(typeof body === "string" ? Buffer.byteLength(body) : body.byteLength));
  } else if (/^(POST|PUT|PATCH)$/i.test(method)) list.push("content-length", "0");
  return list;
}
