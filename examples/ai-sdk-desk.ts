import { readFileSync, writeFileSync } from "node:fs";
import { openai } from "@ai-sdk/openai";
import { agentTools, approvalDesk, approvals } from "agent-connectors";
import { fileStore } from "agent-connectors/file-store";
import { aiSdkTools, toolApproval } from "agent-connectors/ai-sdk";
import { SlackConnector } from "agent-connectors/slack";
import { generateText, stepCountIs, type AssistantContent, type ModelMessage } from "ai";

// Start the program without an argument. The program ends when a person must decide. Then start the program again
// with the argument `approve`, or with `reject` and a note.
const [answer, note] = process.argv.slice(2);

const slack = new SlackConnector({ auth: { api_token: process.env.SLACK_TOKEN! } });
const store = fileStore("approvals");
const desk = approvalDesk(store);
const tools = approvals(await agentTools(slack), { scope: "chat 1", store, decides: "desk" });

// Another program can do this too, such as the handler of a button, or a page.
async function decideAtDesk() {
  for (const { id } of await desk.list())
    await desk.decide(id, { approve: answer === "approve", by: "maya@example.com", note });
}

/** The questions of the AI SDK, each with an answer that only lets it continue. The tool reads the decision from the desk. */
function answersTo(asked: AssistantContent) {
  return (typeof asked === "string" ? [] : asked)
    .filter((part) => part.type === "tool-approval-request")
    .map(({ approvalId }) => ({ type: "tool-approval-response" as const, approvalId, approved: true }));
}

let messages: ModelMessage[] = [{ role: "user", content: "Tell #general that lunch is here." }];
if (answer !== undefined) {
  await decideAtDesk();
  messages = JSON.parse(readFileSync("messages.json", "utf8")) as ModelMessage[];
  const asked = messages.findLast(({ role }) => role === "assistant")!.content;
  messages.push({ role: "tool", content: answersTo(asked as AssistantContent) });
}
const { text, responseMessages } = await generateText({
  model: openai(process.env.OPENAI_MODEL ?? "gpt-6-luna"),
  tools: await aiSdkTools(tools),
  toolApproval: toolApproval(tools),
  messages,
  stopWhen: stepCountIs(10),
});
writeFileSync("messages.json", JSON.stringify([...messages, ...responseMessages]));

const waiting = (await desk.list()).filter(({ status }) => status === "pending");
for (const question of waiting) console.log(question.text);
console.log(waiting.length > 0 ? "Approve or reject?" : text);
