import { SlackConnector } from "agent-connectors/slack";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkMarks } from "../suites/others-texts/canaries.ts";
import { openSlackWorld, unchanged } from "../suites/others-texts/slack-world.ts";
import { openSlackService } from "./open-service.ts";

// The marks of other people's texts are made beside the model. They must also be right for results that a hosted
// service has sent.

const { actions, names, options, paramsOf, sandbox } = await openSlackWorld();
let service: Awaited<ReturnType<typeof openSlackService>>;
let hosted: Awaited<ReturnType<typeof SlackConnector.create>>;

beforeAll(async () => {
  service = await openSlackService(options);
  hosted = await SlackConnector.create({
    external_user_id: "user-1",
    ...service.application,
    base_url: service.url,
    auth: { api_token: sandbox.tokens.user },
  });
});
afterAll(() => service.close());

test("no text of another person reaches a model without its mark through a hosted service, and none elsewhere", async () => {
  const tool = await hosted.tool({ include: names });
  const marked: string[] = [];
  for (const known of actions.filter(({ effect }) => effect === "read")) {
    const { entity, action } = known;
    const { ok, text } = await tool.call({ entity, action, params: paramsOf(known) });
    const found = checkMarks(text, unchanged);
    if (ok && found.length > 0) marked.push(known.name);
  }
  expect(marked.length).toBeGreaterThan(25);
});
