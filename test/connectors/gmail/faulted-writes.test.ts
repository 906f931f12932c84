import { GmailConnector } from "agent-connectors/gmail";
import file from "../../../src/connectors/gmail/connector.json" with { type: "json" };
import { testFaultedWrites } from "../google/faulted-writes.ts";

testFaultedWrites(GmailConnector as never, file.actions as never, {
  count: 20,
  read: { id: "m1", threadId: "t1", labelIds: ["INBOX"], emailAddress: "ana@acme.example", message: { id: "m1", raw: "SGk" }, payload: { headers: [{ name: "From", value: "ben@acme.example" }] } }, // prettier-ignore
});
