import { firstChannels, gate, stuckClock } from "./adapter/bench.ts";
import { badInputs } from "./adapter/inputs.ts";
import type { BenchOptions, Open } from "./adapter/open.ts";
import type { CallEvent, ToolResult, ToolSources, ToolsOptions } from "agent-connectors";
import { describe, expect, test } from "vitest";

/** A call that a scripted model makes. */
export interface ScriptedCall {
  id: string;
  name?: string;
  args: unknown;
}

/** The outcome of a call: the text for the model, the framework's error marker, and the output for the application. */
export interface Seen {
  id: string;
  text: string;
  marked: boolean;
  /** The output for the application. Undefined if the adapter returns only the text for the model. */
  output: ToolResult | undefined;
}

/**
 * The agent loop of a framework. `run` drives the loop with a scripted model, which makes the given calls, turn by
 * turn.
 */
export interface Loop {
  name: string;
  /** Whether the application also gets the whole result, and not only the text for the model. */
  outputs: boolean;
  /** Whether the adapter gets the id of the model's call. Some protocols have a different id. */
  ids: boolean;
  run(
    sources: ToolSources,
    turns: readonly (readonly ScriptedCall[])[],
    options?: ToolsOptions & { signal?: AbortSignal; context?: unknown },
  ): Promise<Seen[][]>;
}

const slack = (id: string, entity: string, action: string, params?: unknown): ScriptedCall => ({
  id,
  args: params === undefined ? { entity, action } : { entity, action, params },
});

/** Tests what every adapter must do. The calls go through the framework's own loop. */
export function testAdapter({ name, outputs, ids, run }: Loop, open: Open): void {
  const bench = async (options?: BenchOptions) => {
    const made = await open(options);
    const [a, b, c] = firstChannels(made.sandbox);
    return { ...made, a: a!, b: b!, c: c! };
  };
  const one = async (
    source: ToolSources,
    call: ScriptedCall,
    options?: Parameters<Loop["run"]>[2],
  ): Promise<Seen> => {
    const [[seen] = []] = await run(source, [[call]], options);
    expect(seen).toBeDefined();
    expect(seen!.id).toBe(call.id);
    expect(seen!.output !== undefined).toBe(outputs);
    return seen!;
  };
  const read = ({ text }: Seen): Record<string, never> => JSON.parse(text) as Record<string, never>;
  const failed = (seen: Seen, code: string) => {
    expect(read(seen)).toMatchObject({ error: { code } });
    expect(seen.marked).toBe(true);
    if (seen.output) expect(seen.output).toMatchObject({ ok: false, error: { code } });
    expect(seen.text).not.toMatch(/\bat .*\.(ts|js):\d+|xox[bp]-/);
    return (read(seen) as unknown as { error: { message: string; hint: string; retry_after?: number } })
      .error;
  };

  describe(name, () => {
    test("success: the model gets the compact text, and the application gets the whole result", async () => {
      const given = await bench();
      const seen = await one(given.connector, slack("c1", "channels", "list", { limit: 2 }));
      expect(seen.marked).toBe(false);
      expect(read(seen).data).toHaveProperty("rows.length", 2);
      expect(read(seen)).toHaveProperty("next.cursor");
      if (seen.output) {
        expect(seen.output).toMatchObject({ ok: true, meta: { has_more: true } });
        expect(JSON.stringify(seen.output).length).toBeGreaterThan(seen.text.length);
      }
    });

    test("the error of an invalid call says how to correct it, and the corrected call succeeds", async () => {
      const given = await bench();
      const [[bad], [good]] = (await run(given.connector, [
        [slack("c1", "channel_messages", "list", { chanel: given.a })],
        [slack("c2", "channel_messages", "list", { channel: given.a, limit: 1 })],
      ])) as [[Seen], [Seen]];
      const error = failed(bad, "invalid_params");
      expect(error.message).toContain("did you mean channel?");
      expect(error.hint).toContain("Expected list(channel");
      expect(good.marked).toBe(false);
      const sent = given.sandbox.calls().map(({ method }) => method);
      expect(sent.filter((method) => method === "conversations.history")).toHaveLength(1);
    });

    test("an unknown action is answered with the existing actions", async () => {
      const given = await bench();
      const error = failed(await one(given.connector, slack("c1", "channels", "destroy")), "unknown_action");
      expect(error.hint).toContain("list, get, create");
      expect(error.hint).not.toMatch(/\barchive\b/);
      expect(given.sandbox.calls()).toEqual([]);
    });

    test("a platform's refusal is an error, with its reason", async () => {
      const given = await bench();
      const call = slack("c1", "channels", "get", { channel: "C0NOSUCHONE" });
      const error = failed(await one(given.connector, call), "upstream_rejected");
      expect(error.message).toContain("channel_not_found");
    });

    test("a rate limit is waited for", async () => {
      const given = await bench();
      given.sandbox.fail({ operation: "conversations.info", kind: "rate_limit", retryAfter: 20 });
      const before = given.sandbox.clock.now();
      const seen = await one(given.connector, slack("c1", "channels", "get", { channel: given.a }));
      expect(seen.marked).toBe(false);
      expect(given.sandbox.clock.now() - before).toBeGreaterThanOrEqual(20_000);
    });

    test("the error for a rate limit that is too long has the seconds to wait", async () => {
      const given = await bench();
      given.sandbox.fail({ operation: "conversations.info", kind: "rate_limit", retryAfter: 600 });
      const seen = await one(given.connector, slack("c1", "channels", "get", { channel: given.a }));
      expect(failed(seen, "upstream_rate_limited").retry_after).toBe(600);
    });

    test("an abort during a wait ends the loop, and nothing is sent after it", async () => {
      const clock = stuckClock();
      const given = await bench({ clock });
      given.sandbox.fail({ operation: "conversations.info", kind: "rate_limit", retryAfter: 20 });
      const controller = new AbortController();
      const calls = [
        slack("c1", "channels", "get", { channel: given.a }),
        slack("c2", "messages", "create", { channel: given.a, text: "Good morning" }),
      ];
      const running = run(given.connector, [[calls[0]!], [calls[1]!]], { signal: controller.signal });
      await clock.asleep;
      controller.abort(new Error("the user left"));
      await expect(running).rejects.toThrow(/the user left|abort/i);
      expect(given.sandbox.calls().map(({ method }) => method)).toEqual(["conversations.info"]);
    });

    test("calls of one turn: reads run together, writes run in order, and each call has a result even if one fails", async () => {
      const traffic = gate({ meet: { method: "conversations.info", count: 2 } });
      const given = await bench({ wrap: traffic.wrap });
      const write = (id: string, text: string) => slack(id, "messages", "create", { channel: given.a, text });
      const [seen] = await run(given.connector, [
        [
          slack("r1", "channels", "get", { channel: given.a }),
          write("w1", "first"),
          slack("x1", "messages", "create", { channel: given.a }),
          write("w2", "second"),
          slack("x2", "channels", "rename", {}),
          write("w3", "third"),
          slack("r2", "channels", "get", { channel: given.b }),
        ],
      ]);
      expect(seen!.map(({ id }) => id)).toEqual(["r1", "w1", "x1", "w2", "x2", "w3", "r2"]);
      expect(seen!.map(({ marked }) => marked)).toEqual([false, false, true, false, true, false, false]);
      const posts = given.sandbox.calls().filter(({ method }) => method === "chat.postMessage");
      expect(posts.map(({ args }) => args.text)).toEqual(["first", "second", "third"]);
      expect(traffic.most("chat.postMessage")).toBe(1);
      // The first write also reads its channel, to know who can read the message.
      expect(traffic.most("conversations.info")).toBeGreaterThanOrEqual(2);
    });

    test("a result over the budget has whole items, is valid JSON, and says how to get the rest", async () => {
      const given = await bench();
      const options = { outputBudget: 700 };
      const seen = await one(given.connector, slack("c1", "channels", "list", { limit: 10 }), options);
      expect(seen.text.length).toBeLessThanOrEqual(700);
      const { data, shown, of, hint } = read(seen) as unknown as {
        data: { rows: unknown[] };
        shown: number;
        of: number;
        hint: string;
      };
      expect(data.rows).toHaveLength(shown);
      expect(shown).toBeGreaterThan(0);
      expect(of).toBeGreaterThan(shown);
      expect(hint).toBe("Call next for the other items.");
      if (seen.output?.ok) expect(seen.output.data).toHaveLength(of);
    });

    test("a file: the model gets its text, or the beginning of a long text, and the application gets JSON", async () => {
      const given = await bench();
      const content = "Grüße\n".repeat(100);
      for (const [outputBudget, name] of [
        [12_000, "text"],
        [600, "beginning"],
      ] as const) {
        const { data } = await given.connector.files.upload({ filename: "a.txt", content });
        const call = slack("c1", "files", "download", { file: data.id });
        const seen = await one(given.connector, call, { outputBudget });
        const told = read(seen).data as unknown as Record<string, unknown>;
        expect(told).toMatchObject({ filename: "a.txt", size: new Blob([content]).size });
        expect(content.startsWith(told[name] as string)).toBe(true);
        expect(told[name] === content).toBe(name === "text");
        // Frameworks store and send the output as JSON, so the conversion to JSON must not change it.
        if (seen.output) expect(JSON.parse(JSON.stringify(seen.output))).toEqual(seen.output);
      }
    });

    test("an effect that is not allowed is refused, and not sent", async () => {
      const given = await bench();
      const call = slack("c1", "messages", "create", { channel: given.a, text: "Good morning" });
      const seen = await one(given.connector, call, { effects: ["read"] });
      failed(seen, "policy_denied");
      expect(given.sandbox.calls()).toEqual([]);
    });

    test.each(badInputs)("$name: $outcome", async ({ args, outcome, says }) => {
      const given = await bench();
      const seen = await one(given.connector, { id: "c1", args: args(given) });
      if (outcome === "repaired") {
        expect(seen.marked).toBe(false);
        expect(JSON.stringify(read(seen).normalized)).toContain(says);
      } else {
        const error = failed(seen, outcome);
        expect(`${error.message} ${error.hint}`).toContain(says);
      }
    });

    test("the context and the id of the call reach the listener", async () => {
      const events: CallEvent[] = [];
      const given = await bench({ onCall: (event) => events.push(event) });
      const context = { tenant: "t1" };
      await one(given.connector, slack("call_77", "channels", "list", { limit: 1 }), { context });
      const callId = ids ? "call_77" : (expect.stringMatching(/./) as string);
      expect(events).toMatchObject([{ entity: "channels", callId, context, outcome: "ok" }]);
    });

    if (ids)
      test("a step that the framework repeats in a run writes once, and returns the first result again", async () => {
        const given = await bench();
        const posts = () =>
          given.sandbox.calls().filter(({ method }) => method === "chat.postMessage").length;
        const step = (id: string, text = "Hi") => slack(id, "messages", "create", { channel: given.a, text });
        const context = { run: "run-1" };
        const first = await one(given.connector, step("call_1"), { context });
        const again = await one(given.connector, step("call_1"), { context });
        expect([posts(), read(again).data]).toEqual([1, read(first).data]);
        await one(given.connector, step("call_2"), { context });
        await one(given.connector, step("call_1", "Ho"), { context });
        await one(given.connector, step("call_1"), { context: { run: "run-2" } });
        expect(posts()).toBe(4);
        for (const other of [{}, { run: "" }, undefined])
          await one(given.connector, step("call_1"), other && { context: other });
        expect(posts()).toBe(7);
      });

    if (ids)
      test("a step that is repeated in a run after its answer was lost writes once", async () => {
        const given = await bench();
        given.sandbox.fail({ operation: "chat.postMessage", kind: "reset_after" });
        const step = slack("call_1", "messages", "create", { channel: given.a, text: "Only once" });
        for (let times = 0; times < 3; times++)
          expect(read(await one(given.connector, step, { context: { run: "run-1" } }))).toHaveProperty(
            "data.ts",
          );
        const messages = given.sandbox.state().channels.flatMap((channel) => channel.messages);
        expect(messages.filter(({ text }) => text === "Only once")).toHaveLength(1);
      });

    test("one tool per action has the same calls, results and errors", async () => {
      const given = await bench();
      const [[good], [bad]] = (await run(
        given.connector,
        [
          [{ id: "c1", name: "slack_channels_list", args: { limit: 2 } }],
          [{ id: "c2", name: "slack_channels_get", args: { chanel: given.a } }],
        ],
        { shape: "per-action" },
      )) as [[Seen], [Seen]];
      expect(read(good).data).toHaveProperty("rows.length", 2);
      failed(bad, "invalid_params");
    });

    test("strict schemas: nulls in place of absent params are dropped without a note", async () => {
      const given = await bench();
      const args = { limit: 2, types: null, exclude_archived: null, cursor: null, fields: null };
      const [[seen]] = (await run(given.connector, [[{ id: "c1", name: "slack_channels_list", args }]], {
        shape: "per-action",
        strict: true,
      })) as [[Seen]];
      expect(read(seen).data).toHaveProperty("rows.length", 2);
      expect(read(seen)).not.toHaveProperty("normalized");
    });
  });
}
