/**
 * Drift of every position on one common scale: current weight, target, band, and where wanted the weight after a plan.
 * Outside the band is said by colour, size, arrow and word. Weights are shares of 1.
 */
import './drift-bars.css';
import { Text, VisuallyHidden } from '@mantine/core';
import { type Band, type DriftRowData, formatBand } from './drift-band.ts';
import { DriftRow } from './drift-row.tsx';

interface DriftBarsProps {
  readonly rows: readonly DriftRowData[];
  readonly band: Band;
}

export function DriftBars({ rows, band }: DriftBarsProps) {
  const scaleEnd = niceEnd(
    Math.max(...rows.flatMap((row) => [row.current, row.target + band.threshold, row.after ?? 0])),
  );
  const hasAfter = rows.some((row) => row.after !== undefined);
  return (
    <>
      <table className="drift-bars" aria-label="Drift by position">
        <thead>
          <tr>
            <th scope="col">Position</th>
            <th scope="col" className="drift-bar-cell">
              <Axis scaleEnd={scaleEnd} />
            </th>
            <th scope="col">{hasAfter ? 'Before %' : 'Current %'}</th>
            {hasAfter && <th scope="col">After %</th>}
            <th scope="col">Target %</th>
            <th scope="col">Drift bps</th>
            <th scope="col" className="left">
              Band
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <DriftRow key={row.key} row={row} band={band} scaleEnd={scaleEnd} hasAfter={hasAfter} />
          ))}
        </tbody>
      </table>
      <Key band={band} hasAfter={hasAfter} />
    </>
  );
}

function Key({ band, hasAfter }: { readonly band: Band; readonly hasAfter: boolean }) {
  return (
    <div className="drift-key" aria-hidden>
      <span>
        <i className="drift-current" /> {hasAfter ? 'before' : 'current'}
      </span>
      {hasAfter && (
        <span>
          <i className="drift-after" /> after the plan
        </span>
      )}
      <span>
        <i className="drift-target" /> target
      </span>
      <span>
        <i className="drift-band" /> band {formatBand(band)}
      </span>
      <Text span c="sell">
        ▲ over: to sell
      </Text>
      <Text span c="buy">
        ▼ under: to buy
      </Text>
    </div>
  );
}

const AXIS_STEPS = [0, 0.25, 0.5, 0.75, 1];

function Axis({ scaleEnd }: { readonly scaleEnd: number }) {
  return (
    <div className="drift-axis">
      <VisuallyHidden>Weight in percent: </VisuallyHidden>
      {AXIS_STEPS.map((step) => (
        <span key={step} style={{ left: `${step * 100}%` }}>
          {Math.round(scaleEnd * step * 1000) / 10}
          {step === 1 ? ' %' : ''}
        </span>
      ))}
    </div>
  );
}

/** A quarter of the scale in percent: numbers that are read at a glance, close enough to each other to waste little room. */
const QUARTERS = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 25];

/** The end of the scale: the first one beyond the largest value whose quarters are such numbers. */
function niceEnd(largest: number): number {
  return ((QUARTERS.find((quarter) => quarter * 4 >= largest * 100 - 1e-9) ?? 25) * 4) / 100;
}
