/**
 * Drift of every position on one common scale: current weight, target, band, and where wanted the weight after a plan.
 * Outside the band is said by colour, size, arrow and word. Weights are shares of 1.
 */
import './drift-bars.css';
import { Text, VisuallyHidden } from '@mantine/core';
import type { CSSProperties } from 'react';
import { formatDriftBps, formatWeight } from '../format/format-number.ts';
import { type Band, type DriftRowData, formatBand, halfWidth, outsideBand } from './drift-band.ts';

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

interface DriftRowProps {
  readonly row: DriftRowData;
  readonly band: Band;
  readonly scaleEnd: number;
  readonly hasAfter: boolean;
}

const VERDICTS = { over: '▲ over', under: '▼ under' };

/** One position on the common scale, with its numbers and its verdict in words. */
function DriftRow({ row, band, scaleEnd, hasAfter }: DriftRowProps) {
  const outside = row.isCash ? null : outsideBand(row.current, row.target, band);
  const half = halfWidth(row.target, band);
  const at = (weight: number): string => `${Math.max(0, Math.min(1, weight / scaleEnd)) * 100}%`;
  const between = (low: number, high: number): CSSProperties => ({
    left: at(low),
    right: `calc(100% - ${at(high)})`,
  });
  return (
    <tr data-outside={outside ?? undefined}>
      <th scope="row" title={row.name}>
        {row.label}
      </th>
      <td className="drift-bar-cell" aria-hidden>
        <div className="drift-scale">
          {!row.isCash && <span className="drift-band" style={between(row.target - half, row.target + half)} />}
          <span
            className="drift-gap"
            style={between(Math.min(row.current, row.target), Math.max(row.current, row.target))}
          />
          <span className="drift-target" style={{ left: at(row.target) }} />
          <span className="drift-current" style={{ left: at(row.current) }} />
          {row.after !== undefined && <span className="drift-after" style={{ left: at(row.after) }} />}
        </div>
      </td>
      <td>{formatWeight(row.current)}</td>
      {hasAfter && <td>{row.after === undefined ? '' : formatWeight(row.after)}</td>}
      <td>{formatWeight(row.target)}</td>
      <td className="drift-verdict">{formatDriftBps(row.current - row.target)}</td>
      <td className={outside === null ? 'left' : 'left drift-verdict'}>
        {outside === null ? (
          <Text span c="dimmed">
            {row.isCash ? 'no band' : 'inside'}
          </Text>
        ) : (
          VERDICTS[outside]
        )}
      </td>
    </tr>
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
