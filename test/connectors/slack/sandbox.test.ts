import { testSlack } from "../../suites/slack.ts";
import { openInProcess, openListening } from "./servers.ts";

testSlack("sandbox by an injected fetch", () => openInProcess());
// Entity methods call `execute` with any transport, so these tests need no second run.
testSlack("sandbox over a socket", openListening, [], ["execute"]);
