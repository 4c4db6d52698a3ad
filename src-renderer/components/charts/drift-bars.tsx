/**
 * Drift of every position on one common scale: current weight, target, band, and where wanted the weight after a plan.
 * Outside the band is said by colour, size, arrow and word. Weights are shares of 1.
 */
import { Group, Text, VisuallyHidden } from '@mantine/core';
import type { CSSProperties } from 'react';
import { formatDriftBps, formatWeight } from '../format/format-number.ts';
import { Dimmed } from '../layout/dimmed.tsx';
import classes from './bars.module.css';
import { type Band, type DriftRowData, formatBand, halfWidth, outsideBand } from './drift-band.ts';

export function DriftBars({ rows, band }: { readonly rows: readonly DriftRowData[]; readonly band: Band }) {
  const largest = Math.max(...rows.flatMap((row) => [row.current, row.target + band.threshold, row.after ?? 0]));
  const scaleEnd = niceEnd(largest);
  const hasAfter = rows.some((row) => row.after !== undefined);
  const weights = hasAfter ? ['Before %', 'After %'] : ['Current %'];
  return (
    <>
      <table className={`${classes.bars} ${classes.drift}`} aria-label="Drift by position">
        <thead>
          <tr>
            <th scope="col">Position</th>
            <th scope="col">
              <Axis scaleEnd={scaleEnd} />
            </th>
            {[...weights, 'Target %', 'Drift bps', 'Band'].map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <DriftRow key={row.key} {...{ row, band, scaleEnd, hasAfter }} />
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
function DriftRow({ row: { label, name, current, target, after, isCash }, band, scaleEnd, hasAfter }: DriftRowProps) {
  const outside = isCash ? null : outsideBand(current, target, band);
  const half = halfWidth(target, band);
  const at = (weight: number): string => `${Math.max(0, Math.min(1, weight / scaleEnd)) * 100}%`;
  const between = (one: number, other: number): CSSProperties => ({
    left: at(Math.min(one, other)),
    right: `calc(100% - ${at(Math.max(one, other))})`,
  });
  return (
    <tr data-outside={outside ?? undefined}>
      <th scope="row" title={name}>
        {label}
      </th>
      <td aria-hidden>
        <div className={classes.driftScale}>
          {!isCash && <span className={classes.driftBand} style={between(target - half, target + half)} />}
          <span className={classes.driftGap} style={between(current, target)} />
          <span className={classes.driftTarget} style={{ left: at(target) }} />
          <span className={classes.driftCurrent} style={{ left: at(current) }} />
          {after !== undefined && <span className={classes.driftAfter} style={{ left: at(after) }} />}
        </div>
      </td>
      <td>{formatWeight(current)}</td>
      {hasAfter && <td>{after === undefined ? '' : formatWeight(after)}</td>}
      <td>{formatWeight(target)}</td>
      <td className={classes.driftVerdict}>{formatDriftBps(current - target)}</td>
      <td className={classes.driftVerdict}>
        {outside === null ? <Dimmed>{isCash ? 'no band' : 'inside'}</Dimmed> : VERDICTS[outside]}
      </td>
    </tr>
  );
}

function Key({ band, hasAfter }: Pick<DriftRowProps, 'band' | 'hasAfter'>) {
  const marks = [
    [classes.driftCurrent, hasAfter ? 'before' : 'current'],
    ...(hasAfter ? [[classes.driftAfter, 'after the plan']] : []),
    [classes.driftTarget, 'target'],
    [classes.driftBand, `band ${formatBand(band)}`],
  ];
  return (
    <Group className={classes.driftKey} gap="4px 16px" px="md" pb="sm" c="dimmed" fz="xs" aria-hidden>
      {marks.map(([mark, meaning]) => (
        <Group key={meaning} component="span" gap={6}>
          <i className={mark} /> {meaning}
        </Group>
      ))}
      <Text span c="sell">
        ▲ over: to sell
      </Text>
      <Text span c="buy">
        ▼ under: to buy
      </Text>
    </Group>
  );
}

function Axis({ scaleEnd }: Pick<DriftRowProps, 'scaleEnd'>) {
  return (
    <div className={classes.driftAxis}>
      <VisuallyHidden>Weight in percent: </VisuallyHidden>
      {[0, 0.25, 0.5, 0.75, 1].map((step) => (
        <i key={step} style={{ left: `${step * 100}%` }}>
          {Math.round(scaleEnd * step * 1000) / 10}
          {step === 1 ? ' %' : ''}
        </i>
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
