/** A line of a document that is not Markdown here, such as a heading: its formulas are drawn, all else is as it stands. */
import { Formula } from "./formula";
import { leaves, protect, withoutOwn } from "./formulas";

export function Words({ text }: { readonly text: string }) {
  const { text: safe, formulas } = protect(withoutOwn(text));
  return (
    <>
      {leaves(safe, formulas).map((leaf, index) =>
        typeof leaf === "string" ? leaf : <Formula key={index} tex={leaf.tex} display={false} />,
      )}
    </>
  );
}
