import { testSlack } from "../../suites/slack.ts";
import { openInProcess, openListening } from "./servers.ts";

testSlack("sandbox by an injected fetch", () => openInProcess(), "method");
testSlack("sandbox over a socket", openListening, "execute");
