import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const tsc = fileURLToPath(new URL("../../node_modules/.bin/tsc", import.meta.url));

interface Message {
  id?: number | string;
  method?: string;
  result?: { contents?: { value?: string } } | null;
  error?: { message: string };
}

/** The language server of the TypeScript compiler, which editors use. */
export interface LanguageServer {
  open(file: string, text: string): void;
  /** Returns what an editor shows for the name at a position, in Markdown. */
  hover(file: string, line: number, character: number): Promise<string>;
  close(): void;
}

export async function startLanguageServer(folder: string): Promise<LanguageServer> {
  const server = spawn(tsc, ["--lsp", "--stdio"], { cwd: folder });
  const waiting = new Map<number, (message: Message) => void>();
  let lastId = 0;
  let unread = Buffer.alloc(0);
  const send = (message: object) => {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  const request = (method: string, params: object): Promise<Message> =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, (message) =>
        message.error ? reject(new Error(message.error.message)) : resolve(message),
      );
      send({ id, method, params });
    });
  server.stdout.on("data", (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk]);
    for (;;) {
      const head = unread.indexOf("\r\n\r\n");
      const length = Number(
        /Content-Length: (\d+)/i.exec(unread.toString("utf8", 0, Math.max(head, 0)))?.[1],
      );
      if (head < 0 || unread.length < head + 4 + length) return;
      const message = JSON.parse(unread.toString("utf8", head + 4, head + 4 + length)) as Message;
      unread = unread.subarray(head + 4 + length);
      // The server also asks its client, for example for settings.
      if (message.method !== undefined && message.id !== undefined) send({ id: message.id, result: null });
      else if (typeof message.id === "number") waiting.get(message.id)?.(message);
    }
  });
  const uri = (file: string) => pathToFileURL(join(folder, file)).href;
  const capabilities = { textDocument: { hover: { contentFormat: ["markdown"] } } };
  await request("initialize", { processId: process.pid, rootUri: pathToFileURL(folder).href, capabilities });
  send({ method: "initialized", params: {} });
  return {
    open: (file, text) =>
      send({
        method: "textDocument/didOpen",
        params: { textDocument: { uri: uri(file), languageId: "typescript", version: 1, text } },
      }),
    async hover(file, line, character) {
      const params = { textDocument: { uri: uri(file) }, position: { line, character } };
      const { result } = await request("textDocument/hover", params);
      return result?.contents?.value ?? "";
    },
    close: () => void server.kill(),
  };
}
