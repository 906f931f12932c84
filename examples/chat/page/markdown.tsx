import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";

/**
 * Shows the Markdown of a model. react-markdown makes React elements, and shows HTML as text. A model can repeat what a stranger
 * has written, so links lead only to https and mailto, and images are not loaded: their addresses could contain data from the
 * conversation.
 */
export function Answer({ text }: { text: string }) {
  return (
    <div className="markdown">
      <Markdown remarkPlugins={[remarkGfm]} urlTransform={safeAddress} components={components}>
        {text}
      </Markdown>
    </div>
  );
}

const safeAddress = (address: string) => (/^(https:\/\/|mailto:)/i.test(address) ? address : "");

const components: Components = {
  // A text can name another site than its link, so the link says where it leads.
  a: ({ href, children }) =>
    href ? (
      <a href={href} target="_blank" rel="noopener noreferrer" title={href}>
        {children}
        {!String(children).includes(placeOf(href)) && <small> ({placeOf(href)})</small>}
      </a>
    ) : (
      <>{children}</>
    ),
  img: ({ alt }) => <em>[Image: {alt || "without a description"}]</em>,
  table: ({ children }) => (
    // The focus lets a person scroll the table with the keyboard.
    <div className="table" tabIndex={0} role="group" aria-label="Table">
      <table>{children}</table>
    </div>
  ),
};

const placeOf = (href: string) => (URL.canParse(href) ? new URL(href).host || "e-mail" : "link");
