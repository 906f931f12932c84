import { h, type VNode } from "vue";

/** Shows code as VitePress shows it. The script of VitePress copies it. */
export const codeBlock = (language: string, code: string): VNode =>
  h("div", { class: `language-${language}` }, [
    h("button", { class: "copy", title: "Copy code" }),
    h("span", { class: "lang" }, language),
    h("pre", { tabindex: 0 }, h("code", code)),
  ]);
