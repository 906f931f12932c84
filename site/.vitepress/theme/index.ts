// The types of styles and of `import.meta.env`.
/// <reference types="vitepress/client" />

import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme";
import { defineAsyncComponent } from "vue";
import { correctSearch } from "./accessible-search.ts";
import { ApiReference } from "./api-reference.ts";
import "./playground/style.css";
import "./style.css";
import { TryIt } from "./try-it.ts";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component("ApiReference", ApiReference);
    app.component("TryIt", TryIt);
    // Other pages do not load the playground.
    app.component(
      "Playground",
      defineAsyncComponent(async () => (await import("./playground/index.ts")).Playground),
    );
    if (!import.meta.env.SSR) correctSearch();
  },
} satisfies Theme;
