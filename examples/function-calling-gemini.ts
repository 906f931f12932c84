import { GoogleGenAI, type Content } from "@google/genai";
import { functionTools } from "agent-connectors/json-schema";
import { SlackConnector } from "agent-connectors/slack";

const slack = new SlackConnector({ auth: { api_token: process.env.SLACK_TOKEN! } });
const tools = await functionTools(slack);

const gemini = new GoogleGenAI({ apiKey: process.env.GEMINI_API_KEY!, apiVersion: "v1beta" });
const contents: Content[] = [{ role: "user", parts: [{ text: "What was decided in #general today?" }] }];
for (;;) {
  const response = await gemini.models.generateContent({
    model: process.env.GEMINI_MODEL ?? "gemini-3-pro",
    contents,
    config: { tools: [{ functionDeclarations: tools.definitions("gemini") }] },
  });
  const content = response.candidates![0]!.content!;
  contents.push(content);
  const results = await tools.run(content.parts!); // skips text and thoughts
  if (results.length === 0) {
    console.log(response.text);
    break;
  }
  contents.push({ role: "user", parts: results });
}
