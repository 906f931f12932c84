import { listen, type Listening } from "../../../sandbox/listen.ts";

/** What a scripted model says: calls of tools, a text, or an error. */
export type ModelTurn =
  | { calls: readonly { name: string; input: object }[] }
  | { text: string }
  | { error: string };

/**
 * Starts a server with the Responses API of OpenAI. `script` gets the text of the user's message and the results of
 * the tools so far. The ids of the calls are `call_1`, `call_2` and so on, so different conversations have equal ids.
 */
export function startModel(
  script: (prompt: string, results: readonly string[]) => ModelTurn | Promise<ModelTurn>,
): Promise<Listening> {
  return listen(async (request) => {
    const { input } = (await request.json()) as { input: readonly InputItem[] };
    const prompt = input.filter(({ role }) => role === "user").map(({ content }) => JSON.stringify(content));
    const results = input.filter(({ type }) => type === "function_call_output").map(({ output }) => output!);
    const turn = await script(prompt.join("\n"), results);
    if ("error" in turn) return Response.json({ error: { message: turn.error } }, { status: 400 });
    const events = eventsOf(turn, results.length);
    const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  }, "/v1");
}

interface InputItem {
  role?: string;
  type?: string;
  content?: unknown;
  output?: string;
}

function eventsOf(
  turn: Exclude<ModelTurn, { error: string }>,
  earlier: number,
): { type: string; response?: object }[] {
  const response = { id: "resp_1", object: "response", created_at: 0, model: "scripted", output: [] };
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  return [
    { type: "response.created", response: { ...response, status: "in_progress" } },
    ...("calls" in turn
      ? turn.calls.flatMap((call, index) => callEvents(call, index, earlier + index + 1))
      : textEvents(turn.text)),
    { type: "response.completed", response: { ...response, status: "completed", usage } },
  ];
}

function callEvents({ name, input }: { name: string; input: object }, output_index: number, number: number) {
  const args = JSON.stringify(input);
  const item = { type: "function_call", id: `fc_${number}`, call_id: `call_${number}`, name };
  const about = { item_id: item.id, output_index };
  return [
    {
      type: "response.output_item.added",
      output_index,
      item: { ...item, arguments: "", status: "in_progress" },
    },
    { type: "response.function_call_arguments.delta", ...about, delta: args },
    { type: "response.function_call_arguments.done", ...about, arguments: args },
    {
      type: "response.output_item.done",
      output_index,
      item: { ...item, arguments: args, status: "completed" },
    },
  ];
}

/** Streams a text in two parts. */
function textEvents(text: string) {
  const item = { type: "message", id: "msg_1", role: "assistant" };
  const part = { type: "output_text", annotations: [] };
  const about = { item_id: item.id, output_index: 0, content_index: 0 };
  const half = Math.ceil(text.length / 2);
  return [
    {
      type: "response.output_item.added",
      output_index: 0,
      item: { ...item, status: "in_progress", content: [] },
    },
    { type: "response.content_part.added", ...about, part: { ...part, text: "" } },
    { type: "response.output_text.delta", ...about, delta: text.slice(0, half) },
    { type: "response.output_text.delta", ...about, delta: text.slice(half) },
    { type: "response.output_text.done", ...about, text },
    {
      type: "response.output_item.done",
      output_index: 0,
      item: { ...item, status: "completed", content: [{ ...part, text }] },
    },
  ];
}
