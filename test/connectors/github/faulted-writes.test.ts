import { GitHubConnector } from "agent-connectors/github";
import { reply, testFaultedWrites, writesOf } from "../../suites/faulted-writes.ts";
import { openGitHub } from "./open-github.ts";

const sha = "95b966ae1c166bd92f8ae7d1c313e738c731dfc3";
/** An answer for every read before a write: a file, a branch and a repository. */
const done = reply("200 OK", {
  number: 1,
  sha,
  content: btoa("beta"),
  encoding: "base64",
  commit: { sha },
  default_branch: "main",
});
const burst = { message: "You have exceeded a secondary rate limit. Please wait." };

testFaultedWrites({
  writes: writesOf((await GitHubConnector.compiled()).actions),
  count: 24,
  open: (endpoint) => openGitHub({ endpoint }).github,
  read: done,
  done: () => done,
  lost: [reply("502 No", { message: "no" })],
  refused: [reply("403 No", burst, "retry-after: 5\r\n")],
  step: 29,
});
