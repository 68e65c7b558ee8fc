/** Questions by day, as bars: refused below, from memory above that, the others on top. The table beside it says the same. */
import type { UsageLabels } from "../labels/staff/en";
import type { Counts } from "../usage";

interface UsageChartProps {
  readonly days: readonly (Counts & { readonly day: string })[];
  readonly words: UsageLabels;
}

const HEIGHT = 100;

export function UsageChart({ days, words }: UsageChartProps) {
  const most = Math.max(1, ...days.map(({ questions }) => questions));
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${days.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.chart(days.length, most)}
      >
        {days.map(({ day, questions, refused, fromMemory }, index) => {
          const high = (number: number): number => (number / most) * HEIGHT;
          const parts = [
            ["refused", high(refused)],
            ["memory", high(fromMemory)],
            ["others", high(Math.max(0, questions - refused - fromMemory))],
          ] as const;
          let floor = HEIGHT;
          return parts.map(([part, height]) => {
            floor -= height;
            return height > 0 && <rect key={`${day}.${part}`} data-part={part} x={index + 0.1} y={floor} width={0.8} height={height} />;
          });
        })}
      </svg>
      <figcaption class="legend" aria-hidden="true">
        {([["others", words.others], ["memory", words.fromMemory], ["refused", words.refused]] as const).map(([part, name]) => (
          <span key={part}>
            <i data-part={part} />
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
