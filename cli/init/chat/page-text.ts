const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Returns the text of `page.html`. `requests`: what the page suggests to the person. */
export const pageText = (title: string, requests: readonly string[]): string =>
  page
    .replaceAll("TITLE", escaped(title))
    .replace(
      "SUGGESTIONS",
      requests.map((text) => `<button type="button">${escaped(text)}</button>`).join("\n      "),
    );

const page = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width" />
  <title>Chat with TITLE</title>
  <style nonce="NONCE">
    :root { color-scheme: light dark; scroll-padding-bottom: 5rem; --back: light-dark(#fff, #191b1f); --line: light-dark(#d3d6db, #41464f); --accent: light-dark(#1f5fbf, #8ab4f8); --soft: light-dark(#e3ecf9, #26364f); }
    body { margin: 0 auto; padding: 1rem; max-width: 44rem; font: 16px/1.5 system-ui, sans-serif; background: var(--back); color: light-dark(#1d1f23, #e8eaee); }
    h1 { font-size: 1.25rem; }
    #messages > * { margin: 0 0 1rem; overflow-wrap: anywhere; white-space: pre-wrap; }
    .person { width: fit-content; max-width: 85%; margin-left: auto !important; padding: 0.5rem 0.9rem; border-radius: 1rem; background: var(--soft); }
    .card { padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.6rem; }
    .card.open { border: 2px solid var(--accent); }
    .card > * { margin: 0 0 0.5rem; }
    .card > :last-child { margin: 0; }
    .failed { color: light-dark(#b3261e, #ff9d94); }
    pre { max-height: 16rem; overflow: auto; font-size: 0.8rem; white-space: pre-wrap; }
    form, #suggestions, .buttons { display: flex; flex-wrap: wrap; gap: 0.5rem; }
    form { position: sticky; bottom: 0; padding: 0.75rem 0; background: var(--back); }
    input { flex: 1; min-width: 10rem; }
    input, button { padding: 0.5rem 0.9rem; border: 1px solid var(--line); border-radius: 0.6rem; background: transparent; color: inherit; font: inherit; }
    button { cursor: pointer; }
    button.main { border-color: var(--accent); background: var(--accent); color: light-dark(#fff, #10203a); }
    :disabled { opacity: 0.5; cursor: default; }
    #suggestions { margin-bottom: 1rem; }
  </style>
  <body>
    <main>
    <h1>Chat with TITLE</h1>
    <div id="messages" role="log" aria-label="Messages"></div>
    <div id="suggestions">
      SUGGESTIONS
    </div>
    <form>
      <input name="text" aria-label="Your message" placeholder="Your message" autocomplete="off" autofocus />
      <button class="main">Send</button>
    </form>
    </main>
    <script type="module" nonce="NONCE">
      const id = crypto.randomUUID(); // of this conversation; a reload begins a new one
      const [messages, form] = [document.querySelector("#messages"), document.querySelector("form")];
      const input = form.querySelector("input");
      const [texts, cards] = [new Map(), new Map()];
      let isAnswering = false;

      /** Adds an element. Texts of other people are never HTML. */
      function add(parent, tag, className, text = "") {
        const element = document.createElement(tag);
        element.className = className;
        element.textContent = text;
        parent.append(element);
        return element;
      }

      /** A person can write if no answer is being written and no question is open. */
      function update() {
        const isWaiting = isAnswering || document.querySelector(".buttons") !== null;
        for (const one of document.querySelectorAll("form *, #suggestions button")) one.disabled = isWaiting;
        input.placeholder = isAnswering ? "Please wait …" : isWaiting ? "Approve or deny first" : "Your message";
        if (!isWaiting) input.focus({ preventScroll: true });
        scrollTo(0, document.documentElement.scrollHeight);
      }

      async function send(body) {
        if (isAnswering) return;
        isAnswering = true;
        update();
        try {
          const headers = { "content-type": "application/json" };
          const response = await fetch("/messages", { method: "POST", headers, body: JSON.stringify({ id, ...body }) });
          if (!response.ok) add(messages, "p", "failed", await response.text());
          else if (response.body) for await (const chunk of chunksOf(response.body)) show(chunk);
        } catch {
          add(messages, "p", "failed", "The connection was lost. If a call was running, it may have been done.");
        }
        isAnswering = false;
        update();
      }

      /** Reads the stream of the AI SDK: one chunk of JSON in each line that begins with "data:". */
      async function* chunksOf(body) {
        const reader = body.pipeThrough(new TextDecoderStream()).getReader();
        for (let rest = ""; ; ) {
          const { done, value } = await reader.read();
          if (done) return;
          const lines = (rest + value).split("\\n");
          rest = lines.pop();
          for (const line of lines) if (line.startsWith("data: {")) yield JSON.parse(line.slice(6));
        }
      }

      function show(chunk) {
        const { type, toolCallId, input, output } = chunk;
        const card = cards.get(toolCallId);
        if (type === "text-start") texts.set(chunk.id, add(messages, "p", "model"));
        if (type === "text-delta") texts.get(chunk.id).textContent += chunk.delta;
        if (type === "error") add(messages, "p", "failed", chunk.errorText);
        if (type === "tool-input-available") {
          const element = add(messages, "section", "card");
          add(element, "strong", "", [chunk.toolName, input.entity, input.action].filter(Boolean).join(" "));
          cards.set(toolCallId, element);
        }
        if (type === "tool-approval-request") ask(card, chunk);
        if (type === "tool-output-denied") add(card, "p", "", "You denied this call. Nothing was sent.");
        if (type === "tool-output-error") add(card, "p", "failed", chunk.errorText);
        if (type === "tool-output-available") {
          add(card, "p", output.error ? "failed" : "", output.error ? output.error.message : "Done.");
          const details = add(card, "details", "");
          add(details, "summary", "", "Result");
          add(details, "pre", "", JSON.stringify(output.error ?? output.data, null, 2)).tabIndex = 0;
        }
      }

      /** Asks the person whether a call may run. The text says what it does, where, and who reads it. */
      function ask(card, { approvalId, reason }) {
        card.classList.add("open");
        add(card, "p", "", reason);
        const buttons = add(card, "div", "buttons");
        for (const approved of [true, false])
          add(buttons, "button", approved ? "main" : "", approved ? "Approve" : "Deny").onclick = () => {
            buttons.remove();
            card.classList.remove("open");
            send({ approvalId, approved });
          };
      }

      function say(text) {
        add(messages, "p", "person", text);
        send({ text });
      }
      form.onsubmit = (event) => {
        event.preventDefault();
        if (input.value.trim() !== "") say(input.value);
        input.value = "";
      };
      for (const button of document.querySelectorAll("#suggestions button")) button.onclick = () => say(button.textContent);
    </script>
  </body>
</html>
`;
