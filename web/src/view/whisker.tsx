/** A value with its interval: a dot on a line. The table around it has the numbers, so screen readers skip it. */
interface WhiskerProps {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly start?: number;
  readonly end?: number;
  /** How far from 0 a difference does not count. */
  readonly band?: number;
}

const [WIDTH, HEIGHT, EDGE] = [160, 16, 5];

export function Whisker({ value, low, high, start = 0, end = 1, band = 0 }: WhiskerProps) {
  const at = (number: number): number =>
    EDGE + ((Math.min(Math.max(number, start), end) - start) / (end - start)) * (WIDTH - 2 * EDGE);
  const middle = HEIGHT / 2;
  return (
    <svg class="whisker" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
      {band > 0 && <rect x={at(-band)} width={at(band) - at(-band)} height={HEIGHT} />}
      <line x1={at(start)} x2={at(end)} y1={middle} y2={middle} />
      {start < 0 && <line data-part="zero" x1={at(0)} x2={at(0)} y1={0} y2={HEIGHT} />}
      <line data-part="interval" x1={at(low)} x2={at(high)} y1={middle} y2={middle} />
      <circle cx={at(value)} cy={middle} r={4} />
    </svg>
  );
}
