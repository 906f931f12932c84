/** What a stranger wants to do first, with the shortest way. */
const ways: readonly (readonly [wish: string, how: string])[] = [
  ["try it in this browser", '<TryIt call="slack.channels.list">Playground</TryIt>'],
  ["call a sandbox, without an account", "`npx agent-connectors call slack channels.list --sandbox`"],
  [
    "call your own workspace",
    "`SLACK_TOKEN=xoxb-... npx agent-connectors call slack channels.list`, or `connect slack` ([Slack](docs/slack-guide.md))",
  ],
  [
    "run a chat application",
    "`npx agent-connectors init --framework chat` ([Chat](docs/chat.md)), or [in Next.js](docs/recipes/nextjs.md) with a model",
  ],
  ["test an agent in CI", "[Test an agent in CI](docs/recipes/test-agent.md)"],
  ["connect your own API", "[Your own API as a connector](docs/recipes/own-api.md)"],
];

/**
 * Returns the front page. Its words come from the README: the first screen has the first sentence, the first program up to
 * its first output, and what was never run. The sections of the README follow.
 */
export function frontPage(readme: string): string {
  const [intro = "", ...sections] = readme.split(/^(?=## )/m);
  const [title, sentence, picture, install, state] = intro.trim().split("\n\n");
  const [, program = ""] = /```ts\n([\s\S]*?)```/.exec(sections[0] ?? "") ?? [];
  if (
    !title?.startsWith("# ") ||
    !picture?.startsWith("![") ||
    !state?.includes("never been run") ||
    program === ""
  )
    throw new Error(
      "README.md must begin with a title, a sentence, a picture, how to install it, what was never run, and a program, in this order.",
    );
  const [start] = /^[\s\S]*?console\.log.*\n/.exec(program) ?? [program];
  return [
    "---\nlayout: home\n---",
    '<main>\n\n<div class="front"><div>',
    title,
    sentence,
    state,
    "</div><div>",
    install,
    `\`\`\`ts\n${start}\`\`\``,
    "</div></div>",
    [
      "| You want to | Page or command |",
      "|---|---|",
      ...ways.map(([wish, how]) => `| ${wish} | ${how} |`),
    ].join("\n"),
    picture,
    ...sections.map((section) => section.trim()),
    "</main>",
    "",
  ].join("\n\n");
}
