import { withBase } from "vitepress";
import { h, type FunctionalComponent } from "vue";

/** A link that opens a call in the playground. `call`: such as `slack.channels.list`. */
export const TryIt: FunctionalComponent<{ call: string }> = ({ call }, { slots }) =>
  h("a", { class: "try-it", href: withBase(`/playground#${call}`) }, slots);
TryIt.props = ["call"];
