/**
 * Drift of every position on one common scale: current weight, target, band, and where wanted the weight after a plan.
 * Outside the band is said by colour, size, arrow and word. Weights are shares of 1.
 */
import { Text, VisuallyHidden } from '@mantine/core';
import type { CSSProperties } from 'react';
import { formatDriftBps, formatWeight } from '../format/format-number.ts';
import { type Band, type DriftRowData, formatBand, halfWidth, outsideBand } from './drift-band.ts';
import classes from './drift-bars.module.css';

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
      <table className={classes.driftBars} aria-label="Drift by position">
        <thead>
          <tr>
            <th scope="col">Position</th>
            <th scope="col" className={classes.driftBarCell}>
              <Axis scaleEnd={scaleEnd} />
            </th>
            <th scope="col">{hasAfter ? 'Before %' : 'Current %'}</th>
            {hasAfter && <th scope="col">After %</th>}
            <th scope="col">Target %</th>
            <th scope="col">Drift bps</th>
            <th scope="col" className={classes.left}>
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
      <td className={classes.driftBarCell} aria-hidden>
        <div className={classes.driftScale}>
          {!row.isCash && <span className={classes.driftBand} style={between(row.target - half, row.target + half)} />}
          <span
            className={classes.driftGap}
            style={between(Math.min(row.current, row.target), Math.max(row.current, row.target))}
          />
          <span className={classes.driftTarget} style={{ left: at(row.target) }} />
          <span className={classes.driftCurrent} style={{ left: at(row.current) }} />
          {row.after !== undefined && <span className={classes.driftAfter} style={{ left: at(row.after) }} />}
        </div>
      </td>
      <td>{formatWeight(row.current)}</td>
      {hasAfter && <td>{row.after === undefined ? '' : formatWeight(row.after)}</td>}
      <td>{formatWeight(row.target)}</td>
      <td className={classes.driftVerdict}>{formatDriftBps(row.current - row.target)}</td>
      <td className={outside === null ? classes.left : `${classes.left} ${classes.driftVerdict}`}>
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
    <div className={classes.driftKey} aria-hidden>
      <span>
        <i className={classes.driftCurrent} /> {hasAfter ? 'before' : 'current'}
      </span>
      {hasAfter && (
        <span>
          <i className={classes.driftAfter} /> after the plan
        </span>
      )}
      <span>
        <i className={classes.driftTarget} /> target
      </span>
      <span>
        <i className={classes.driftBand} /> band {formatBand(band)}
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
    <div className={classes.driftAxis}>
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
