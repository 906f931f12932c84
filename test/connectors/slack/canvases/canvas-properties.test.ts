import * as fc from "fast-check";
import { expect, test } from "vitest";
import { canvasMarkdown } from "../../../../src/connectors/slack/canvases/canvas-markdown.ts";

// Every text in the generated canvases is a unique word, so the test can count how often the Markdown contains the
// text.

interface Piece {
  html: string;
  words: string[];
}
const word = fc.stringMatching(/^[a-zäé0-9]{6,12}$/).map((text) => `w${text}`);
const join = (pieces: readonly Piece[], between = ""): Piece => ({
  html: pieces.map(({ html }) => html).join(between),
  words: pieces.flatMap(({ words }) => words),
});
const many = (piece: fc.Arbitrary<Piece>, most = 4) =>
  fc.array(piece, { minLength: 1, maxLength: most }).map((pieces) => join(pieces, " "));
const around = (before: string, piece: fc.Arbitrary<Piece>, after: string) =>
  piece.map(({ html, words }): Piece => ({ html: before + html + after, words }));

const plain = word.map((text): Piece => ({ html: text, words: [text] }));
const inline = fc.letrec<{ piece: Piece }>((tie) => ({
  piece: fc.oneof(
    { maxDepth: 3 },
    plain,
    around(`<b>`, tie("piece"), `</b>`),
    around(`<i>`, tie("piece"), `</i>`),
    around(`<del>`, tie("piece"), `</del>`),
    around(`<u style='x>y'>`, tie("piece"), `</u>`),
    around(`<code>`, plain, `</code>`),
    around(`<a href="https://a.test/?q='1'">`, plain, `</a>`),
    around(`<control data-remapped="true">`, plain, `</control>`),
    word.map((name): Piece => ({
      html: `<control><img alt="${name}" data-is-slack>:${name}:</img></control>`,
      words: [name],
    })),
    word.map((alt): Piece => ({ html: `<img src='x' alt='${alt}'>`, words: [alt] })),
  ),
})).piece;

const line = fc.oneof(many(inline), around(`<br>`, many(inline), `<br/>`));
const paragraph = fc.oneof(
  around(`<p id='temp:C:1' class='line'>`, line, `</p>`),
  around(`<h2>`, line, `</h2>`),
  around(`<pre class='prettyprint'>`, many(plain), `</pre>`),
  around(`<p class="prettyprint">`, many(plain), `</p>`),
);
const list: fc.Arbitrary<Piece> = fc.letrec<{ list: Piece }>((tie) => ({
  list: around(
    `<ul id="temp:C:2">`,
    many(
      fc.oneof(
        { maxDepth: 3 },
        around(`<li class='checked' value='1'><span>`, line, `</span>\n<br/></li>`),
        around(`<li>`, line, ``),
        tie("list"),
      ),
    ),
    `</ul>`,
  ),
})).list;
const table = around(
  `<table>`,
  many(around(`<tr>`, many(around(`<td>`, many(paragraph, 2), `</td>`)), `</tr>`)),
  `</table>`,
);
const block = fc.oneof(
  paragraph,
  table,
  around(`<blockquote>`, line, `</blockquote>`),
  fc
    .constantFrom("5", "6", "7")
    .chain((kind) => around(`<div data-section-style='${kind}'>`, list, `</div>`)),
  fc.constant<Piece>({ html: `<hr style='width:100%'><!-- no --><script>no()</script>`, words: [] }),
);
const canvas = around(`<div class="quip-canvas-content">`, many(block, 6), `</div>`);

test("the Markdown has every text of a canvas exactly once, and no other word", () => {
  fc.assert(
    fc.property(canvas, fc.boolean(), ({ html, words }, sectionIds) => {
      fc.pre(new Set(words).size === words.length);
      let told = canvasMarkdown(html, sectionIds).replaceAll("(<https://a.test/?q='1'>)", "").replaceAll("(https://a.test/?q='1')", ""); // prettier-ignore
      for (const one of words.toSorted((a, b) => b.length - a.length)) {
        expect(told.split(one).length - 1, `${one} in ${html}`).toBe(1);
        told = told.replace(one, " ");
      }
      // The rest has only marks: the numbers and checks of lists, the ids of sections, and line breaks in cells.
      const rest = told.replace(/<!-- temp:C:1 -->|<br>|\d+\.|\[x\]/g, " ");
      expect(rest.match(/[\p{L}\p{N}]+/gu), html).toBeNull();
    }),
    { numRuns: 80 },
  );
});

test("any HTML is converted without an error, and into at most a few times its length", () => {
  const fragments = [..."<>\"'=/&;|`*!- \n\u200B".split(""), ..."<ul> </ul> <li> <p> </p> <pre> <b> </b> <a href= <a href=\" <td> <tr> <table> </table> <blockquote> <h1> <img alt=' <control> <code> </code> <br> <hr> <!-- --> <script> &amp; &#x41; <@U012AB3CD> @U012AB3CD :a: text".split(" ")]; // prettier-ignore
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...fragments), { maxLength: 60 }), (parts) => {
      const html = parts.join("");
      expect(canvasMarkdown(html).length).toBeLessThanOrEqual(40 * html.length + 40);
    }),
    { numRuns: 150 },
  );
});

// A parser that starts again at each character would need so long for these texts that the test reaches its time limit.
test.each([
  ["<a ", 1_000_000],
  ["<a b='>", 1_000_000],
  ["<!--", 1_000_000],
  ["&#", 1_000_000],
  ["<@U012AB3CD|", 1_000_000],
  ["\n\u200B", 1_000_000],
  ["<b> </b>", 100_000],
  ["<ul><li>x", 100_000],
  ["<blockquote>x<br>", 100_000],
  ["<table><tr><td>|", 100_000],
  ["<a href=x>(", 100_000],
  ["<pre>`", 100_000],
])("%j repeated many times is converted in time", (fragment, length) => {
  const html = fragment.repeat(length / fragment.length);
  expect(canvasMarkdown(html, true).length).toBeLessThan(40 * length);
});
