/**
 * Drift of every position on one common scale: current weight, target, band, and optionally the weight after a plan.
 * Outside the band is shown by colour, size, arrow and word. Weights are shares of 1.
 */

import { Group, VisuallyHidden } from '@mantine/core';
import type { CSSProperties } from 'react';
import { formatWeight, signedPercent, signedWeight } from '../format/format-number.ts';
import { Dimmed } from '../layout/dimmed.tsx';
import { Toned } from '../layout/toned.tsx';
import { DelistedMark } from '../portfolios/delisted.tsx';
import classes from './bars.module.css';
import {
  afterPlan,
  comparedDrift,
  type DriftRowData,
  type DriftTrigger,
  formatBand,
  halfWidth,
  outsideBand,
} from './drift-band.ts';

interface DriftBarsProps {
  readonly rows: readonly DriftRowData[];
  readonly trigger: DriftTrigger;
}

export function DriftBars({ rows, trigger }: DriftBarsProps) {
  const isByPosition = trigger.trigger === 'any_position';
  const reached = rows.flatMap((row) => [
    row.current,
    isByPosition ? row.target + halfWidth(row.target, trigger) : row.target,
    row.after ?? 0,
  ]);
  const scaleEnd = niceEnd(Math.max(...reached));
  const hasAfter = rows.some((row) => row.after !== undefined);
  const weights = hasAfter ? ['Before %', 'After %'] : ['Current %'];
  const headers = [...weights, 'Target %', 'Drift %', ...(isByPosition ? ['Band'] : [])];
  return (
    <>
      <table
        className={`${classes.bars} ${classes.drift}`}
        aria-label="Drift by position"
        data-banded={isByPosition ? '' : undefined}
      >
        <thead>
          <tr>
            <th scope="col">Position</th>
            <th scope="col">
              <Axis scaleEnd={scaleEnd} />
            </th>
            {headers.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <DriftRow key={row.key} {...{ row, trigger, scaleEnd, hasAfter }} />
          ))}
        </tbody>
      </table>
      <Key rows={rows} trigger={trigger} hasAfter={hasAfter} />
    </>
  );
}

interface DriftRowProps extends Pick<DriftBarsProps, 'trigger'> {
  readonly row: DriftRowData;
  readonly scaleEnd: number;
  readonly hasAfter: boolean;
}

/** One position on the common scale, with its numbers and its verdict in words. */
function DriftRow({ row, trigger, scaleEnd, hasAfter }: DriftRowProps) {
  const { label, name, current, target, after, isCash } = row;
  const isByPosition = trigger.trigger === 'any_position';
  const hasBand = isByPosition && !isCash;
  const outside = hasBand ? outsideBand(row, trigger) : null;
  const half = halfWidth(target, trigger);
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
          {hasBand && <span className={classes.driftBand} style={between(target - half, target + half)} />}
          <span className={classes.driftGap} style={between(current, target)} />
          <span className={classes.driftTarget} style={{ left: at(target) }} />
          <span className={classes.driftCurrent} style={{ left: at(current) }} />
          {after !== undefined && <span className={classes.driftAfter} style={{ left: at(after) }} />}
        </div>
      </td>
      <td>{formatWeight(current)}</td>
      {hasAfter && <td>{after === undefined ? '' : formatWeight(after)}</td>}
      <td>{formatWeight(target)}</td>
      <td className={classes.driftVerdict}>
        {signedWeight(current - target)}
        {after !== undefined && ` → ${signedWeight(after - target)}`}
      </td>
      {isByPosition && (
        <td className={classes.driftVerdict}>
          <Verdict row={row} trigger={trigger} />
        </td>
      )}
    </tr>
  );
}

const VERDICTS = { over: '▲ over', under: '▼ under' };

/** By the drift that is compared with the band, which excludes exchange rates while the overlay is on. */
function Verdict({ row, trigger }: Pick<DriftRowProps, 'row' | 'trigger'>) {
  if (row.isCash) return <Dimmed>no band</Dimmed>;
  if (row.delistedAt !== undefined) return <DelistedMark since={row.delistedAt} />;
  if (row.after !== undefined) return <VerdictOfPlan {...{ row, trigger }} after={row.after} />;
  const outside = outsideBand(row, trigger);
  const isOutsideWithRates = outsideBand({ ...row, compared: undefined }, trigger) !== null;
  const aside = `Excluding FX drift, its drift is ${signedPercent(comparedDrift(row))}.`;
  if (outside !== null) return <span title={isOutsideWithRates ? undefined : aside}>{VERDICTS[outside]}</span>;
  return isOutsideWithRates ? <Dimmed title={aside}>inside without FX</Dimmed> : <Dimmed>inside</Dimmed>;
}

/** `▲ over → inside` if a plan changes it. */
function VerdictOfPlan({ row, trigger, after }: Pick<DriftRowProps, 'row' | 'trigger'> & { readonly after: number }) {
  const [before, planned] = [outsideBand(row, trigger), outsideBand(afterPlan(row, after), trigger)];
  const verdictOf = (outside: typeof before) => (outside === null ? 'inside' : VERDICTS[outside]);
  if (before !== planned) return `${verdictOf(before)} → ${verdictOf(planned)}`;
  return before === null ? <Dimmed>inside</Dimmed> : `stays ${verdictOf(before)}`;
}

function Key({ rows, trigger, hasAfter }: DriftBarsProps & Pick<DriftRowProps, 'hasAfter'>) {
  const isByPosition = trigger.trigger === 'any_position';
  const positions = isByPosition ? rows.filter(({ isCash }) => isCash !== true) : [];
  const sides = new Set(positions.map((row) => outsideBand(row, trigger)));
  const marks = [
    [classes.driftCurrent, hasAfter ? 'before' : 'current'],
    ...(hasAfter ? [[classes.driftAfter, 'after the plan']] : []),
    [classes.driftTarget, 'target'],
    ...(isByPosition ? [[classes.driftBand, `band ${formatBand(trigger)}`]] : []),
  ];
  return (
    <Group className={classes.driftKey} gap="4px 16px" px="md" pb="sm" c="dimmed" fz="xs" aria-hidden>
      {marks.map(([mark, meaning]) => (
        <Group key={meaning} component="span" gap={6}>
          <i className={mark} /> {meaning}
        </Group>
      ))}
      {sides.has('over') && <Toned tone="sell">▲ overweight: sell</Toned>}
      {sides.has('under') && <Toned tone="buy">▼ underweight: buy</Toned>}
      {!isByPosition && <span>Only the portfolio drift starts a rebalance; single positions have no band.</span>}
    </Group>
  );
}

function Axis({ scaleEnd }: Pick<DriftRowProps, 'scaleEnd'>) {
  return (
    <div className={classes.driftAxis}>
      <VisuallyHidden>Weight in per cent: </VisuallyHidden>
      {[0, 0.25, 0.5, 0.75, 1].map((step) => (
        <i key={step} style={{ left: `${step * 100}%` }}>
          {Math.round(scaleEnd * step * 1000) / 10}
          {step === 1 ? ' %' : ''}
        </i>
      ))}
    </div>
  );
}

/**
 * A quarter of the scale in percent: numbers that are easy to read, close enough to each other to waste little space.
 */
const QUARTERS = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 25];

/** The end of the scale: the first one beyond the largest value whose quarters are such numbers. */
function niceEnd(largest: number): number {
  return ((QUARTERS.find((quarter) => quarter * 4 >= largest * 100 - 1e-9) ?? 25) * 4) / 100;
}
