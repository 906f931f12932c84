import { ConnectorError } from "agent-connectors";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { expect, test } from "vitest";

const open = () => {
  const sandbox = slackSandbox({ rateLimits: false });
  const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
  return { sandbox, slack };
};

test("after an error in the middle of a list, the cursor of the error reads the rest", async () => {
  const { sandbox, slack } = open();
  const { data: all } = await slack.channels.list();
  const read: string[] = [];
  const pages = slack.channels.list.all({ limit: 3 });
  const failed = (async () => {
    for await (const { id } of pages) {
      read.push(id);
      // The next page is read after the last item of this page.
      if (read.length === 6)
        sandbox.fail({ operation: "conversations.list", kind: "ok_false", error: "access_denied" });
    }
  })();
  const error = await failed.catch((thrown: unknown) => thrown as ConnectorError);
  expect(error).toMatchObject({ platform: { code: "access_denied" }, next_cursor: expect.any(String) });
  expect(read).toHaveLength(6);
  // The hint of the error itself stays.
  expect(error!.hint).toMatch(/^\S.* 6 items were read\./);
  expect(error!.hint).toContain(`6 items were read. To read the rest, pass cursor: "${error!.next_cursor}".`);
  expect(ConnectorError.fromJSON(error!.toJSON()).next_cursor).toBe(error!.next_cursor);
  for await (const { id } of slack.channels.list.all({ limit: 3, cursor: error!.next_cursor! }))
    read.push(id);
  expect(read).toEqual(all.map(({ id }) => id));
});

test("an error on the first page is unchanged", async () => {
  const { sandbox, slack } = open();
  sandbox.fail({ operation: "conversations.list", kind: "ok_false", error: "access_denied", times: 2 });
  const error = (call: Promise<unknown>) => call.catch((thrown: unknown) => thrown as ConnectorError);
  const expected = (await error(slack.channels.list())) as ConnectorError;
  const thrown = (await error(slack.channels.list.all().next())) as ConnectorError;
  expect(thrown).not.toHaveProperty("next_cursor");
  expect(thrown.hint).toBe(expected.hint);
});
