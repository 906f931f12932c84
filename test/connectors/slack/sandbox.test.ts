import { testSlack } from "../../suites/slack.ts";
import { openInProcess, openListening } from "./servers.ts";

testSlack("sandbox by an injected fetch", () => openInProcess());
// Methods call execute, whatever the transport: once is enough.
testSlack("sandbox over a socket", openListening, [], ["execute"]);
