/** Figures as a table, one row for each day or application. */
import type { Language } from "../labels";
import { count } from "../labels/language";
import type { UsageLabels } from "../labels/staff/en";
import { COUNTED, type Counts } from "../usage";
import { Scroll } from "./scroll";

interface UsageTableProps {
  readonly caption: string;
  /** What the rows are called. */
  readonly head: string;
  readonly rows: readonly (readonly [name: string, counts: Counts])[];
  readonly words: UsageLabels;
  readonly language: Language;
}

export function UsageTable({ caption, head, rows, words, language }: UsageTableProps) {
  return (
    <Scroll class="wide-table figures-table" label={caption}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {COUNTED.map((name) => (
              <th key={name} scope="col">
                {words[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, counts]) => (
            <tr key={name}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              {COUNTED.map((counted) => (
                <td key={counted}>{count(language, counts[counted])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
