// The types of styles and of `import.meta.env`.
/// <reference types="vitepress/client" />

import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme";
import { correctSearch } from "./accessible-search.ts";
import { ApiReference } from "./api-reference.ts";
import "./style.css";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component("ApiReference", ApiReference);
    if (!import.meta.env.SSR) correctSearch();
  },
} satisfies Theme;
