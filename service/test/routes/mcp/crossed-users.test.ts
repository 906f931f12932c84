import { expect, test } from "vitest";
import { testService } from "../../support/service.ts";
import { onBothStores } from "../../support/stores.ts";

// Two users call their tools over one service at the same time. The platform's response names the owner of the token, so a
// text with the name of another user is a leak.

const calls = 200;
const users = ["ana", "bob"] as const;

/** A platform whose channels have the name of the user whose token came with the request. */
const platform = async (input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> => {
  const { headers } = new Request(input, init);
  const user = /xoxb-(\w+)/.exec(headers.get("authorization") ?? "")?.[1] ?? "nobody";
  const name = `secret-of-${user}`;
  const channel = { id: `C0${user.toUpperCase().padEnd(8, "0")}`, name, is_channel: true, is_member: true };
  const response_metadata = { next_cursor: "" };
  const body = { ok: true, team_id: "T1", user_id: "U1", channels: [channel], response_metadata };
  return Response.json(body, { headers: { "x-oauth-scopes": "channels:read" } });
};

/** Numbers that look random, and are the same in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

onBothStores((newLocation) => {
  test("of many crossed calls and lists of two users, none contains anything of the other user", async () => {
    const service = await testService(await newLocation(), { code: { fetch: platform } });
    try {
      const tokens = await Promise.all(
        users.map(async (user) => {
          const credentials = { api_token: `xoxb-${user}` };
          await service.create(user, { name: `${user} one`, credentials });
          await service.create(user, { name: `${user} two`, credentials });
          const json = { external_user_id: user, name: `program of ${user}` };
          const made = await service.ask("/v1/tokens", { token: await service.applicationToken(), json });
          return [made.body.token as string, await service.scopedToken(user)];
        }),
      );
      const random = randomNumbers(1);
      let found = 0;
      const one = async () => {
        const which = random() < 0.5 ? 0 : 1;
        const [user, other] = [users[which], users[1 - which]!];
        const token = tokens[which]![random() < 0.5 ? 0 : 1]!;
        const lists = random() < 0.2;
        // A third of the calls name a tool of the other user.
        const owner = random() < 0.33 ? other : user;
        const name = `slack_${owner}_${random() < 0.5 ? "one" : "two"}_read`;
        const args = { entity: "channels", action: "list", params: { limit: 5 } };
        const { status, text } = await service.ask("/mcp", {
          token,
          json: {
            jsonrpc: "2.0",
            id: which,
            method: lists ? "tools/list" : "tools/call",
            params: lists ? {} : { name, arguments: args },
          },
          headers: { accept: "application/json, text/event-stream" },
        });
        expect(status).toBe(200);
        const leaks = owner === other && !lists ? text.replaceAll(name, "") : text;
        expect(leaks).not.toContain(other);
        if (lists) expect(text).toContain(`slack_${user}_one_read`);
        else if (owner === user) {
          expect(text).toContain(`secret-of-${user}`);
          found++;
        }
      };
      for (let done = 0; done < calls; done += 20) await Promise.all(Array.from({ length: 20 }, one));
      expect(found).toBeGreaterThan(calls / 4);
    } finally {
      await service.close();
    }
  });
});
