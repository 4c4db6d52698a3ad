/** Formats the measures of the lab: shares in per cent, differences of shares in points. Pure. */
import { LAB_MEASURES, type LabMeasure } from '../../../../src-server/contract/control/lab/lab-measures.ts';
import type { LabPolicyResult } from '../../../../src-server/contract/control/lab/lab-runs.ts';
import type { LabFigures } from '../../../api/runs/lab-api.ts';
import { formatDecimals } from '../../../components/format/format-number.ts';

export type { LabMeasure };

export function measureCalled(name: string): LabMeasure {
  return LAB_MEASURES.find((each) => each.name === name) ?? LAB_MEASURES[0];
}

export function figuresOf({ measures }: Pick<LabPolicyResult, 'measures'>, { name }: LabMeasure): LabFigures | null {
  return measures.find((each) => each.name === name) ?? null;
}

/** Decimals of a figure in its unit. */
const DECIMALS: Readonly<Record<LabMeasure['unit'], number>> = { share: 2, bps: 2, count: 2, money: 0 };
const MAX_DECIMALS = 5;

/** In the displayed unit: per cent for a share of 1. */
export function inUnit(value: number, { unit }: LabMeasure): number {
  return unit === 'share' ? value * 100 : value;
}

/** For a column or an axis; empty for counts. */
export function unitOf({ unit }: LabMeasure, currency: string): string {
  return { share: '%', bps: 'bps', count: '', money: currency }[unit];
}

/** Without its unit, which a column has. */
export function writeFigure(value: number, measure: LabMeasure): string {
  return formatDecimals(inUnit(value, measure), DECIMALS[measure.unit]);
}

export function formatFigure(value: number, measure: LabMeasure, currency: string): string {
  return withUnit(writeFigure(value, measure), unitOf(measure, currency));
}

interface Interval {
  readonly mean: number;
  readonly ci_low: number | null;
  readonly ci_high: number | null;
}

/** Formats the size of a difference and the ends of its interval, with as many decimals as distinguish them. */
export function differenceWriter({ mean, ci_low: low, ci_high: high }: Interval, measure: LabMeasure) {
  const halfWidth = low === null || high === null ? Math.abs(mean) : (high - low) / 2;
  const least = DECIMALS[measure.unit];
  const needed = halfWidth > 0 ? Math.ceil(-Math.log10(Math.abs(inUnit(halfWidth, measure)))) : least;
  const decimals = Math.min(MAX_DECIMALS, Math.max(least, needed));
  return (value: number) => formatDecimals(inUnit(value, measure), decimals);
}

/** For a difference in a sentence: shares differ by points. */
export function differenceUnit({ unit }: LabMeasure, currency: string): string {
  return { share: 'points', bps: 'bps', count: '', money: currency }[unit];
}

export function withUnit(text: string, unit: string): string {
  return unit === '' ? text : `${text}${unit === '%' ? '\u202f' : '\u00a0'}${unit}`;
}

/** The explanation of a mean, for its tooltip. */
export function explainFigures(figures: LabFigures, measure: LabMeasure, currency: string): string {
  const write = (value: number) => formatFigure(value, measure, currency);
  const { count, mean, ci_low: low, ci_high: high } = figures;
  const paths = count === 1 ? 'on the one path' : `on average over ${count} paths`;
  const { least, most } = measure.range;
  const method =
    least !== null && most !== null
      ? 'Wilson’s interval for a proportion'
      : 'the mean ± Student’s t × the standard error';
  const interval =
    low === null || high === null ? '' : ` Its 95 % confidence interval is ${write(low)} to ${write(high)}: ${method}.`;
  return `${measure.meaning} It is ${write(mean)} ${paths}.${interval} 90 % of the paths lie between ${write(figures.p5)} and ${write(figures.p95)}; the median is ${write(figures.median)}.`;
}
