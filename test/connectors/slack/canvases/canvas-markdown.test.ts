import { describe, expect, test } from "vitest";
import { canvasMarkdown, isCanvas } from "../../../../src/connectors/slack/canvases/canvas-markdown.ts";

const markdown = (...lines: string[]) =>
  canvasMarkdown(`<div class="quip-canvas-content">${lines.join("\n")}</div>`);

// The HTML in these tests has the forms that Slack serves: ids of sections on blocks, a `div` around each list with the
// kind of the list, an inner list beside its item, a paragraph in each cell, and `control` around mentions and emoji.
describe("each form of a canvas as Markdown:", () => {
  test.each([
    [
      "headings",
      `<h1 id='temp:C:a'>Plan</h1><h3 id="temp:C:b">Risks <b>now</b></h3>`,
      "# Plan\n\n### Risks **now**",
    ],
    [
      "paragraphs and line breaks, without empty paragraphs",
      `<p class="line">one<br>two</p><p class='line'>\u200B</p><p class="line">three</p>`,
      "one\ntwo\n\nthree",
    ],
    [
      "styles, with spaces outside the marks",
      `<p><b>bold </b><i>it<b>both</b></i> <del>gone</del> <u>under</u> <code>a \`b</code></p>`,
      "**bold** _it_**_both_** ~~gone~~ under `` a `b ``",
    ],
    [
      "links",
      `<p><a href="https://a.test/?x=1&amp;y=2">text</a> <lnk href='https://b.test/'>https://b.test/</lnk> <a href="https://c.test/a (b)">c</a></p>`,
      "[text](https://a.test/?x=1&y=2) https://b.test/ [c](<https://c.test/a%20(b)>)",
    ],
    [
      "nested bullets",
      `<div data-section-style='5' class="" style=""><ul id='temp:C:l'><li id='temp:C:1' class='parent' value='1'><span id='temp:C:1'>a</span>
<br/></li><ul><li class=''><span>b</span><br/></li><ul><li>c<br/></li></ul></ul><li>d<br/></li></ul></div>`,
      "- a\n    - b\n        - c\n- d",
    ],
    [
      "numbers, and a list that continues",
      `<div data-section-style="6"><ul><li>a</li><ul><li>b</li></ul><li>c</li></ul></div><p>x</p><div data-section-style="6"><ul><li value="3">d</li></ul></div>`,
      "1. a\n    1. b\n2. c\n\nx\n\n3. d",
    ],
    [
      "checklists, and bullets after them",
      `<div data-section-style='7'><ul><li class='checked'>done<br/></li><li class=''>open<br/></li></ul></div><ul><li>x</li></ul>`,
      "- [x] done\n- [ ] open\n\n- x",
    ],
    [
      "tables, with a paragraph in each cell",
      `<table><tbody><tr><td><p id="temp:C:1" class="line">Item</p></td><td><p class="line">Owner</p></td></tr>
<tr><td><p>a|b</p><p>second</p></td><td><h2><b>x</b></h2></td><td></td></tr></tbody></table>`,
      "| Item | Owner |  |\n| --- | --- | --- |\n| a\\|b<br>second | **x** |  |",
    ],
    ["quotes", `<blockquote id='temp:C:q'>one<br>two</blockquote><p>x</p>`, "> one\n> two\n\nx"],
    [
      "code blocks, in both of Slack's forms",
      `<pre id='temp:C:p' class='prettyprint'>{<br>    <i>"key"</i>: &lt;1&gt;<br>}</pre><p class="prettyprint">a\`\`\`b</p>`,
      '```\n{\n    "key": <1>\n}\n```\n\n````\na```b\n````',
    ],
    ["dividers", `<p>a</p><hr style='width:100%'><p>b</p>`, "a\n\n---\n\nb"],
    [
      "mentions of people, channels and groups",
      `<p><control data-remapped="true"><a>@U08JNK1A6</a></control> <control><a>#C0A5HHGDFJQ</a></control> <control><a>@S0123ABC</a></control> <control><a>@here</a></control> <@U099ABC123> <#C456DEF|x> &lt;@U1&gt;</p>`,
      "![](@U08JNK1A6) ![](#C0A5HHGDFJQ) ![](@S0123ABC) @here ![](@U099ABC123) ![](#C456DEF) <@U1>",
    ],
    [
      "dates, links to messages and files",
      `<p><control data-remapped="true">September 15th</control> <control><a href="https://t.slack.com/archives/C1/p1">message</a></control> <control><a>F0BDGH1HNK0</a></control></p><p class='embedded-file'>File ID: sf:F0BE9MEESC8, File URL: https://t.slack.com/x.csv</p>`,
      "September 15th [message](https://t.slack.com/archives/C1/p1) F0BDGH1HNK0\n\nFile ID: sf:F0BE9MEESC8, File URL: https://t.slack.com/x.csv",
    ],
    [
      "emoji, once each",
      `<p><control><img src="https://a.test/1.png" alt="+1" data-is-slack style="width: 18px">:+1:</img></control> yes <img alt="tada" data-is-slack>: no</p>`,
      ":+1: yes :tada:: no",
    ],
    [
      "images, without the token in their address",
      `<img src='https://t.slack.com/blob/F0BDL5AGCKU?token=1' alt="IMG.jpg_SLACK_FILE_ALT_PLACEHOLDER_F0BDL5AGCKU"><img alt="A cat">`,
      "![IMG.jpg](F0BDL5AGCKU)![A cat]()",
    ],
    [
      "entities, also in numbers, and unknown ones",
      `<p>Fish &amp; Chips &lt;3 &quot;t&quot; &#39;&#x1F600; caf&eacute;&nbsp;&mdash; &#0; &nosuch; &amp;lt; AT&T</p>`,
      'Fish & Chips <3 "t" \'😀 café — \uFFFD &nosuch; &lt; AT&T',
    ],
    [
      "nothing that nobody sees",
      `<!-- a > comment --><script>if (a < b) alert("<p>x</p>")</script><style>p{}</style><p>1 < 2 > 0</p>`,
      "1 < 2 > 0",
    ],
  ])("%s", (_form, html, expected) => {
    expect(markdown(html)).toBe(expected);
  });
});

test("the ids of sections are shown on request, where their content starts", () => {
  const html = `<h1 id="temp:C:1">Plan</h1><p id='temp:C:2' class="line">text</p><div data-section-style='5'><ul id='temp:C:3'><li id='temp:C:4'><span id='temp:C:4'>a</span></li></ul></div><table><tr><td><p id="temp:C:5">x</p></td></tr></table><pre id="temp:C:6">c</pre><hr id="temp:C:7"><p id="--&gt; no">y</p>`;
  expect(canvasMarkdown(html, true)).toBe(
    [
      "# <!-- temp:C:1 --> Plan",
      "<!-- temp:C:2 --> text",
      "- <!-- temp:C:4 --> a",
      "| <!-- temp:C:5 --> x |\n| --- |",
      "<!-- temp:C:6 -->\n```\nc\n```",
      "---",
      "y",
    ].join("\n\n"),
  );
});

test("a canvas is recognized by its root, and a sign-in page is not a canvas", () => {
  expect(isCanvas(`<div class="quip-canvas-content"><h1>x</h1>`)).toBe(true);
  expect(isCanvas(`\uFEFF\n<DIV id='a' class='x quip-canvas-content'></DIV>`)).toBe(true);
  expect(isCanvas(`<!DOCTYPE html><html><title>Sign in | Slack</title>`)).toBe(false);
  expect(isCanvas(`<html><p>&lt;div class="quip-canvas-content"&gt;</p>`)).toBe(false);
  expect(isCanvas(`<p><div class="quip-canvas-content">`)).toBe(false);
  expect(isCanvas(`<div class="quip-canvas-contents">`)).toBe(false);
  expect(isCanvas("")).toBe(false);
});
