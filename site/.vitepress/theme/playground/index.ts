import { withBase } from "vitepress";
import { defineComponent, h } from "vue";
import { commandCall, typescriptCall } from "../../../playground/call-texts.ts";
import { playables } from "../../../playground/index.ts";
import { actionChoice, choice } from "./action-choice.ts";
import { codeBlock } from "./code-block.ts";
import { paramTable, withCode } from "./param-table.ts";
import { usePlayground, type Chosen } from "./use-playground.ts";

/** Runs calls in sandboxes. A sandbox is in the memory of the page, and its requests do not leave the page. */
export const Playground = defineComponent(() => {
  const { connector, chosen, about, text, params, outcome, isBusy, choose, runCall, reset } = usePlayground();

  const choices = () =>
    h("div", { class: "choices" }, [
      choice(
        "Platform",
        connector.value,
        [
          ["", connector.value === "" ? [["", "Choose ..."]] : []],
          ["", Object.entries(playables).map(([name, { title }]) => [name, title])],
        ],
        (name) => void choose(name),
      ),
      ...(chosen.value
        ? actionChoice(
            chosen.value.catalogue,
            chosen.value,
            (entity, action) => void choose(connector.value, entity, action),
          )
        : []),
    ]);

  const call = ({ connector: name, entity, action }: Chosen) =>
    h("section", { "aria-label": "Call" }, [
      h("p", withCode(about.value.description)),
      h("p", [
        `Effect: ${about.value.effect}. `,
        h("a", { href: withBase(`/docs/${name}/${entity}#${action}`) }, `Reference of ${entity}.${action}`),
      ]),
      h("label", [
        h("span", "Params as JSON"),
        h("textarea", {
          name: "params",
          value: text.value,
          rows: Math.min(Math.max(text.value.split("\n").length, 4), 20),
          spellcheck: false,
          autocapitalize: "off",
          onInput: (event: Event) => (text.value = (event.target as HTMLTextAreaElement).value),
          onKeydown: (event: KeyboardEvent) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void runCall();
          },
        }),
      ]),
      h("p", { class: "buttons" }, [
        h(
          "button",
          { class: "run", type: "button", title: "Run (Ctrl+Enter)", onClick: () => void runCall() },
          "Run",
        ),
        h("button", { type: "button", onClick: reset }, "Start with a new sandbox"),
      ]),
    ]);

  const status = (otherwise: string) =>
    h("p", { role: "status", class: { failed: outcome.value?.failed } }, outcome.value?.summary ?? otherwise);

  const start = () => [
    status("Choose a platform, or begin with one of these calls:"),
    h(
      "ul",
      Object.entries(playables).flatMap(([name, { title, first }]) =>
        first.map((call) => h("li", [`${title}: `, h("a", { href: `#${name}.${call}` }, call)])),
      ),
    ),
  ];

  const result = () =>
    h("section", { class: "result", "aria-busy": isBusy.value }, [
      h("h2", "Result"),
      status("Press Run."),
      outcome.value?.json === undefined ? null : codeBlock("json", outcome.value.json),
    ]);

  const sameCall = ({ connector: name, entity, action }: Chosen) =>
    h("section", [
      h("h2", "The same call"),
      codeBlock("ts", typescriptCall(name, entity, action, params.value)),
      codeBlock("sh", commandCall(name, entity, action, params.value)),
    ]);

  return () =>
    h("div", { class: "playground" }, [
      choices(),
      chosen.value
        ? [
            h("div", { class: "columns" }, [call(chosen.value), result(), sameCall(chosen.value)]),
            h("h2", `Params of ${chosen.value.entity}.${chosen.value.action}`),
            paramTable(about.value.params),
          ]
        : connector.value === ""
          ? start()
          : status("The connector is loading."),
    ]);
});
