import { definitionOf } from "../../../src/define/define.ts";
import type { ConnectorClass } from "../../../src/define/connector-class.ts";
import type { Chosen } from "../connector-text.ts";
import type { ModelCall } from "../recording.ts";

/** A request of a person, and the call that the scripted model makes for it. */
export interface ExampleCall {
  text: string;
  call: ModelCall;
}

interface Requests {
  read: string;
  write: ExampleCall;
}

const writing = (text: string, entity: string, action: string, params: ModelCall["params"]): ExampleCall => ({
  text,
  call: { entity, action, params },
});

const [to, subject] = ["ana@acme.example", "Lunch"];

/** The ids are those of the sandboxes. */
const requests: Readonly<Record<string, Requests>> = {
  slack: {
    read: "Which channels are there?",
    write: writing("Tell #general that lunch is here.", "messages", "create", {
      channel: "#general",
      text: "Lunch is here.",
    }),
  },
  "amazon-ads": {
    read: "Which profiles are there?",
    write: writing("Pause the campaign Tents - Exact.", "sponsored_product_campaigns", "update", {
      profileId: "2381940675312846",
      campaigns: [{ campaignId: "144373194309380061", state: "PAUSED" }],
    }),
  },
  notion: {
    read: "Which pages are there?",
    write: writing("Create a page for lunch ideas.", "pages", "create", {
      parent_page_id: "60d4e6c8-5819-8b77-8473-a5eb59fa49e7",
      title: "Lunch ideas",
    }),
  },
  github: {
    read: "Which repositories are there?",
    write: writing("Open an issue: the login fails on Safari.", "issues", "create", {
      owner: "octocat",
      repo: "hello",
      title: "The login fails on Safari",
    }),
  },
  gmail: {
    read: "Which labels are there?",
    write: writing("Write to Ana that lunch is here.", "messages", "send", {
      to: [to],
      subject,
      text: "Lunch is here.",
    }),
  },
  "google-calendar": {
    read: "Which calendars are there?",
    write: writing("Put the team lunch into my calendar.", "events", "create", {
      calendarId: "primary",
      summary: "Team lunch",
      start: { date: "2030-03-01" },
      end: { date: "2030-03-02" },
    }),
  },
  linear: {
    read: "Which issues are there?",
    write: writing("Comment on ENG-123 that it is fixed.", "comments", "create", {
      issue: "ENG-123",
      body: "It is fixed.",
    }),
  },
};

/** Returns the requests that the script understands: a read and, if the connector can write, a write. */
export async function exampleCalls({ name, known }: Chosen, call: ModelCall): Promise<ExampleCall[]> {
  const named = Object.hasOwn(requests, name) ? requests[name] : undefined;
  if (named) return [{ text: named.read, call }, named.write];
  const { actionsOf } = await import("../../../src/testing/tested-action.ts");
  const actions = await actionsOf(definitionOf(known.Connector as unknown as ConnectorClass)!);
  const write = actions.find(({ definition }) => definition.effect === "write");
  const inWords = ({ entity, action }: ModelCall) => `Call ${action} of ${entity}.`;
  return [call, ...(write ? [{ entity: write.entity, action: write.name, params: write.example }] : [])].map(
    (one) => ({ text: inWords(one), call: one }),
  );
}
