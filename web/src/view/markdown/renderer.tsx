/** Tokens of Markdown in, elements of the page out. Everything that is not on this short list stays text. */
import type { ComponentChild, ComponentChildren, JSX } from "preact";
import type { MarkedToken, Token, Tokens } from "marked";

import { lazy } from "../lazy";
import { Scroll } from "../scroll";
import { Formula } from "./formula";
import { type Formula as Tex, leaves, MARK_END, MARK_START, restored, withoutMarks } from "./formulas";

const CopyCode = lazy(() => import("../copy-code").then((module) => module.CopyCode));

export interface MarkdownLabels {
  readonly table: string;
  readonly code: string;
}

export interface Look {
  readonly labels: MarkdownLabels;
  /** The level of its outermost headings; null: they are paragraphs, for a text that is an excerpt. */
  readonly headings: number | null;
  /** The level of its innermost headings: where a text is read in parts, all are on one, for none to be skipped. */
  readonly deepest?: number | undefined;
  /** What is said, unseen, where evidence begins and ends: a screen reader does not tell what is marked. */
  readonly spoken?: Spoken | undefined;
}

export interface Spoken {
  readonly begins: string;
  readonly ends: string;
}

type Heading = "h2" | "h3" | "h4" | "h5" | "h6";

/** The number of an item in an ordered list. */
const NUMBER = /(?<=^\s*)\d{1,9}(?=[.)])/u;
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/giu;

export class Renderer {
  readonly #formulas: readonly Tex[];
  readonly #look: Look;
  /** Between the beginning and the end of evidence. */
  #marked = false;
  /** How many began. */
  #evidence = 0;

  constructor(formulas: readonly Tex[], look: Look) {
    this.#formulas = formulas;
    this.#look = look;
  }

  blocks(tokens: readonly Token[]): ComponentChild[] {
    return tokens.map((token) => this.#block(token as MarkedToken));
  }

  #block(token: MarkedToken): ComponentChild {
    switch (token.type) {
      case "paragraph":
        return <p>{this.#inlines(token.tokens)}</p>;
      case "text":
        return <>{this.#inline(token)}</>;
      case "heading":
        return this.#heading(token);
      case "code":
        return this.#code(token);
      case "list":
        return this.#list(token);
      case "blockquote":
        return <blockquote>{this.blocks(token.tokens)}</blockquote>;
      case "table":
        return this.#table(token);
      case "hr":
        return <hr />;
      case "html":
        return /^\s*<!--/u.test(token.text) ? null : <p>{this.#leaf(token.text.trimEnd())}</p>;
      case "space":
      case "def":
        return null;
      default:
        return <>{this.#inline(token)}</>;
    }
  }

  #heading(heading: Tokens.Heading): ComponentChild {
    const words = this.#inlines(heading.tokens);
    const { headings, deepest = 6 } = this.#look;
    if (headings === null) return <p class="heading">{words}</p>;
    const Level = `h${Math.min(headings + heading.depth - 1, deepest)}` as Heading;
    return <Level>{words}</Level>;
  }

  #code(code: Tokens.Code): ComponentChild {
    if (code.lang === "math") return <Formula tex={withoutMarks(code.text)} display />;
    const text = restored(code.text, this.#formulas);
    return (
      <div class="code">
        <Scroll as="pre" label={this.#look.labels.code}>
          <code>{this.#pieces(text)}</code>
        </Scroll>
        <CopyCode text={withoutMarks(text)} />
      </div>
    );
  }

  #list(list: Tokens.List): ComponentChild {
    const numbers = list.items.map((item) => Number(NUMBER.exec(withoutMarks(item.raw))?.[0] ?? 0));
    const areOwn = list.ordered && numbers.some((number) => number !== numbers[0]); // else Markdown counts them
    const items = list.items.map((item, index) => (
      <li key={index} value={areOwn ? numbers[index] : undefined}>
        {this.blocks(item.tokens)}
      </li>
    ));
    return list.ordered ? <ol start={list.start === "" ? 1 : list.start}>{items}</ol> : <ul>{items}</ul>;
  }

  #table({ header, rows, align }: Tokens.Table): ComponentChild {
    const cells = (Cell: "th" | "td", row: readonly Tokens.TableCell[]) =>
      row.map(({ tokens }, index) => (
        <Cell key={index} class={align[index] ?? undefined} scope={Cell === "th" ? "col" : undefined}>
          {this.#inlines(tokens)}
        </Cell>
      ));
    const isHeaded = header.some(({ text }) => text.trim() !== "");
    return (
      <Scroll label={this.#look.labels.table}>
        <table>
          {isHeaded && (
            <thead>
              <tr>{cells(header.every(({ text }) => text.trim() !== "") ? "th" : "td", header)}</tr>
            </thead>
          )}
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>{cells("td", row)}</tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    );
  }

  #inlines(tokens: readonly Token[]): ComponentChild[] {
    return tokens.map((token) => this.#inline(token as MarkedToken));
  }

  #inline(token: MarkedToken): ComponentChild {
    switch (token.type) {
      case "strong":
        return <strong>{this.#inlines(token.tokens)}</strong>;
      case "em":
        return <em>{this.#inlines(token.tokens)}</em>;
      case "del":
        return <del>{this.#inlines(token.tokens)}</del>;
      case "codespan":
        return <code>{this.#pieces(restored(token.text, this.#formulas))}</code>;
      case "br":
        return <br />;
      case "checkbox":
        return token.checked ? "☑ " : "☐ ";
      case "link":
        return this.#link(token);
      case "html":
        return /^<br\s*\/?>$/iu.test(token.text) ? <br /> : this.#leaf(token.text);
      case "text":
        return token.tokens === undefined ? this.#leaf(resolved(token)) : <>{this.#inlines(token.tokens)}</>;
      case "image":
        return this.#leaf(token.text);
      case "escape":
        return this.#leaf(token.text);
      default:
        return this.#leaf(token.raw);
    }
  }

  /** The page leads to references alone: of a link in a text, the address is shown. */
  #link(link: Tokens.Link): ComponentChild {
    const shown = this.#inlines(link.tokens);
    const href = withoutMarks(restored(link.href, this.#formulas));
    const isSame = href.endsWith(withoutMarks(restored(link.text, this.#formulas)));
    return isSame ? <>{shown}</> : <>{[...shown, this.#wrapped(` (${href})`)]}</>;
  }

  #leaf(text: string): ComponentChild {
    return <>{this.#pieces(text)}</>;
  }

  #pieces(text: string): ComponentChild[] {
    return leaves(text, this.#formulas).map((leaf) => {
      if (leaf === MARK_START || leaf === MARK_END) {
        this.#marked = leaf === MARK_START;
        if (this.#marked) this.#evidence += 1;
        const { spoken } = this.#look;
        return spoken && <span class="unseen">{this.#marked ? spoken.begins : spoken.ends}</span>;
      }
      return this.#wrapped(typeof leaf === "string" ? leaf : <Formula tex={leaf.tex} display={leaf.display} />);
    });
  }

  #wrapped(what: ComponentChildren): ComponentChild | JSX.Element {
    return this.#marked ? <mark data-evidence={this.#evidence}>{what}</mark> : <>{what}</>;
  }
}

/** The text of a token with HTML's character references as their characters. */
function resolved({ text, escaped }: Tokens.Text): string {
  if (escaped === true || !text.includes("&")) return text;
  return text.replace(ENTITY, (entity) => {
    const field = document.createElement("textarea");
    field.innerHTML = entity;
    return field.value;
  });
}
