import { deserialize, serialize } from "node:v8";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, ToolMessage, type BaseMessage } from "@langchain/core/messages";
import { Command, MemorySaver } from "@langchain/langgraph";
import { nextCall, type Script } from "../script.ts";
import { request, type Framework, type Run } from "./framework.ts";

const resultsIn = (messages: readonly BaseMessage[]): string[] =>
  messages.filter((message) => ToolMessage.isInstance(message)).map(({ text }) => text);

/** A chat model of LangChain that follows a script. */
export class ScriptedModel extends BaseChatModel {
  readonly #script: Script;

  constructor(script: Script) {
    super({});
    this.#script = script;
  }

  _llmType(): string {
    return "scripted";
  }

  override bindTools(): this {
    return this;
  }

  async _generate(messages: BaseMessage[]) {
    const { tool, args } = this.#script;
    const id = nextCall(this.#script, resultsIn(messages));
    const message = new AIMessage(
      id ? { content: "", tool_calls: [{ id, name: tool, args }] } : { content: "Done." },
    );
    return { generations: [{ text: message.text, message }] };
  }
}

/** Keeps the checkpoints of LangGraph in a text, which is stored after each change. */
export class StoredCheckpoints extends MemorySaver {
  readonly #save: (state: string) => void;

  constructor(save: (state: string) => void, state?: string) {
    super();
    this.#save = save;
    if (state !== undefined) Object.assign(this, deserialize(Buffer.from(state, "latin1")));
  }

  override async put(...args: Parameters<MemorySaver["put"]>) {
    const config = await super.put(...args);
    this.#store();
    return config;
  }

  override async putWrites(...args: Parameters<MemorySaver["putWrites"]>) {
    await super.putWrites(...args);
    this.#store();
  }

  #store(): void {
    const { storage, writes } = this;
    this.#save(serialize({ storage, writes }).toString("latin1"));
  }
}

/** The part of a graph, or of the graph of an agent, that is used here. */
export interface Graph {
  invoke(input: unknown, config: object): Promise<{ messages: BaseMessage[] }>;
  getState(config: object): Promise<{ tasks: { interrupts: { value?: unknown }[] }[] }>;
}

/** Runs a graph whose checkpoints are stored. `answerTo` returns the answer yes to the question of an interrupt. */
export function checkpointed<Kit>(
  open: (kit: Kit, run: Run, checkpointer: StoredCheckpoints) => Graph,
  answerTo: (question: unknown) => unknown,
): Pick<Framework<Kit>, "start" | "resume"> {
  const configOf = ({ context }: Run) => ({ configurable: { thread_id: "1" }, context });
  return {
    async start(kit, run) {
      const graph = open(kit, run, new StoredCheckpoints(run.save));
      const input = { messages: [{ role: "user", content: request }] };
      return resultsIn((await graph.invoke(input, configOf(run))).messages);
    },
    async resume(kit, run, state) {
      const graph = open(kit, run, new StoredCheckpoints(run.save, state));
      const { tasks } = await graph.getState(configOf(run));
      const [question] = tasks.flatMap(({ interrupts }) => interrupts);
      const input = question ? new Command({ resume: answerTo(question.value) }) : null;
      return resultsIn((await graph.invoke(input, configOf(run))).messages);
    },
  };
}
