import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A block of an answer of the model. https://platform.claude.com/docs/en/api/messages */
export type Block =
  | { type: "text"; text: string }
  | { type: "tool_use"; id: string; name: string; input: Record<string, unknown> };

export interface Asked {
  tools?: { name: string; description?: string; input_schema: object }[];
  messages: { role: string; content: string | { type: string; [key: string]: unknown }[] }[];
}

/**
 * Stands in for the Messages API. `turns` are the answers of the model, in order. A request without our tools, such as one for a
 * title, gets a text.
 */
export async function messagesApi(turns: readonly (readonly Block[])[]) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const text = Buffer.concat(parts).toString();
      if (!request.url?.startsWith("/v1/messages") || request.url.includes("count_tokens")) {
        response.writeHead(200, { "content-type": "application/json" }).end('{"input_tokens":1}');
        return;
      }
      const body = JSON.parse(text) as Asked & { model: string };
      const isOurs = body.tools?.some(({ name }) => name.startsWith("mcp__")) ?? false;
      const blocks = isOurs ? turns[asked.push(body) - 1] : undefined;
      response
        .writeHead(200, { "content-type": "text/event-stream" })
        .end(stream(body.model, blocks ?? [done]));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    /** The results of tools that the model has read, by the id of the call. */
    results: () =>
      Object.fromEntries(
        (asked.at(-1)?.messages ?? [])
          .flatMap(({ content }) => (typeof content === "string" ? [] : content))
          .filter(({ type }) => type === "tool_result")
          .map((block) => [String(block.tool_use_id), block]),
      ) as Record<string, { content?: unknown; is_error?: unknown } | undefined>,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const done: Block = { type: "text", text: "Done." };

/** https://platform.claude.com/docs/en/build-with-claude/streaming */
function stream(model: string, blocks: readonly Block[]): string {
  const event = (type: string, data: object = {}) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    usage,
  };
  const isCall = blocks.some(({ type }) => type === "tool_use");
  return [
    event("message_start", { message }),
    ...blocks.flatMap((block, index) => {
      const [start, delta] =
        block.type === "text"
          ? [
              { type: "text", text: "" },
              { type: "text_delta", text: block.text },
            ]
          : [
              { ...block, input: {} },
              { type: "input_json_delta", partial_json: JSON.stringify(block.input) },
            ];
      return [
        event("content_block_start", { index, content_block: start }),
        event("content_block_delta", { index, delta }),
        event("content_block_stop", { index }),
      ];
    }),
    event("message_delta", { delta: { stop_reason: isCall ? "tool_use" : "end_turn" }, usage }),
    event("message_stop"),
  ].join("");
}
