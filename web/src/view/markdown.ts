/**
 * Markdown of a model or a document, made harmless. Raw HTML, images and links become plain text: the page builds links
 * only from references. What is left passes a sanitiser that knows a short list of elements and one attribute.
 */
import DOMPurify from "dompurify";
import { Marked, type Tokens } from "marked";

const ELEMENTS = [
  "p", "br", "hr", "strong", "em", "del", "code", "pre", "blockquote", "ul", "ol", "li",
  "h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td",
];

const marked = new Marked({
  gfm: true,
  renderer: {
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escape(text),
    image: ({ text }: Tokens.Image) => escape(text),
    link(this: { parser: { parseInline: (tokens: Tokens.Link["tokens"]) => string } }, link: Tokens.Link) {
      const shown = this.parser.parseInline(link.tokens);
      return link.text === link.href || link.href.endsWith(link.text) ? shown : `${shown} (${escape(link.href)})`;
    },
    checkbox: ({ checked }: Tokens.Checkbox) => (checked ? "☑ " : "☐ "),
    /** The page has one `h1`, and a question is an `h2`: headings inside an answer stand below them. */
    heading(this: { parser: { parseInline: (tokens: Tokens.Heading["tokens"]) => string } }, heading: Tokens.Heading) {
      const level = Math.min(heading.depth + 2, 6);
      return `<h${level}>${this.parser.parseInline(heading.tokens)}</h${level}>\n`;
    },
  },
});

/** HTML that may be put into the page. */
export function renderMarkdown(text: string): string {
  const html = marked.parse(text, { async: false });
  return DOMPurify.sanitize(html, {
    ALLOWED_TAGS: ELEMENTS,
    ALLOWED_ATTR: ["start"],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
