/** Which line of a chart is whose, and what is not drawn. */
import type { RunChart } from './chart-rows.ts';
import { LINE_COLOURS, LINE_DASHES } from './line-looks.ts';

export function ChartLegend({ chart, lines }: { readonly chart: RunChart; readonly lines: readonly string[] }) {
  const left = chart.lines.length - lines.length;
  return (
    <figcaption className="run-legend">
      {lines.map((label, index) => (
        <span key={label}>
          <svg width={20} height={6} aria-hidden>
            <line
              x1={0}
              x2={20}
              y1={3}
              y2={3}
              stroke={LINE_COLOURS[index]}
              strokeWidth={2}
              strokeDasharray={LINE_DASHES[index]}
            />
          </svg>
          {label}
        </span>
      ))}
      {left > 0 && <span className="muted">and {left} more that are not drawn</span>}
      {chart.band !== null && <span className="muted">The broken line is the band.</span>}
    </figcaption>
  );
}
