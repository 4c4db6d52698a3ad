/** Charts of a lab report as SVG: the frontier of drift against costs, and the fan of a policy over time. */
import type { LabFanPoint, LabPolicyResult, LabQuantiles } from '../../contract/control/lab/lab-runs.ts';
import { shown } from '../../sweep/report-page.ts';

const WIDTH = 460;
const HEIGHT = 260;
const LEFT = 56;
const BOTTOM = 34;
const TOP = 24;
/** Width of the names at the right of the frontier. */
const RIGHT = 176;

interface Dot {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly isBest: boolean;
}

/**
 * Mean portfolio drift from left to right, costs and gains tax upwards; a line joins the policies that no other beats
 * in both. Names are in a column at the right, with a line from each to its point, so that none covers another or a
 * point.
 */
export function frontierSvg(policies: readonly LabPolicyResult[]): string {
  const meanOf = ({ measures }: LabPolicyResult, name: string) => measures.find((each) => each.name === name)?.mean;
  const dots = policies.flatMap((policy): Dot[] => {
    const [drift, cost] = [meanOf(policy, 'mean_drift'), meanOf(policy, 'total_costs_bps')];
    if (drift === undefined || cost === undefined) return [];
    return [{ name: policy.policy, x: drift * 100, y: cost, isBest: policy.on_frontier }];
  });
  const [maxX, maxY] = [topOf(dots.map(({ x }) => x)), topOf(dots.map(({ y }) => y))];
  const x = scaleOf(maxX, LEFT, WIDTH - RIGHT);
  const height = Math.max(HEIGHT, TOP + BOTTOM + dots.length * LINE_PX);
  const y = scaleOf(maxY, height - BOTTOM, TOP);
  const best = dots.filter(({ isBest }) => isBest).sort((one, other) => one.x - other.x);
  const line = best.map((dot) => `${x(dot.x)},${y(dot.y)}`).join(' ');
  const labels = labelsOf(
    dots.map((dot) => y(dot.y)),
    height - BOTTOM,
  );
  const edge = WIDTH - RIGHT + 16;
  const leaders = dots.map(
    (dot, index) =>
      `<line class="leader" x1="${x(dot.x)}" y1="${y(dot.y)}" x2="${edge}" y2="${labels[index] ?? y(dot.y)}"/>`,
  );
  const marks = dots.map(
    (dot, index) =>
      `<circle class="dot${dot.isBest ? ' on' : ''}" cx="${x(dot.x)}" cy="${y(dot.y)}" r="5"/><text class="point" x="${edge + 4}" y="${round((labels[index] ?? 0) + 4)}">${shown(shortName(dot.name))}</text>`,
  );
  const label = `Mean portfolio drift against costs and gains tax: ${dots.map(({ name }) => name).join(', ')}`;
  return svg(
    label,
    [
      axes('mean portfolio drift, %', 'costs and gains tax, bps a year', maxX, maxY, height),
      ...leaders,
      `<polyline class="best" points="${line}"/>`,
      ...marks,
    ],
    height,
  );
}

/**
 * The middle half and nine tenths of all paths, and their median; `largest`: the end of the axis, for comparable fans.
 */
export function fanSvg(name: string, points: readonly LabFanPoint[], largest: number, unit: string): string {
  const most = topOf([largest]);
  const x = scaleOf(Math.max(1, points.length - 1), LEFT, WIDTH - 20);
  const y = scaleOf(most, HEIGHT - BOTTOM, TOP);
  const along = (key: keyof LabQuantiles) => points.map((point, index) => `${x(index)},${y(point[key])}`);
  const area = (low: 'p5' | 'p25', high: 'p95' | 'p75') =>
    `<polygon class="half" points="${[...along(high), ...along(low).reverse()].join(' ')}"/>`;
  const years = [points[0]?.at.slice(0, 4) ?? '', points.at(-1)?.at.slice(0, 4) ?? ''];
  const ticks = [0, 0.5, 1].map((share) => tickY(y(most * share), shortNumber(most * share), WIDTH - 20));
  const ends = `<text class="tick" x="${LEFT}" y="${HEIGHT - 10}">${years[0]}</text><text class="tick" x="${WIDTH - 20}" y="${HEIGHT - 10}" text-anchor="end">${years[1]}</text>`;
  return svg(`${name}: value over time, ${unit}`, [
    ...ticks,
    ends,
    area('p5', 'p95'),
    area('p25', 'p75'),
    `<polyline class="fan" points="${along('median').join(' ')}"/>`,
  ]);
}

function axes(titleX: string, titleY: string, maxX: number, maxY: number, height: number): string {
  const x = scaleOf(maxX, LEFT, WIDTH - RIGHT);
  const y = scaleOf(maxY, height - BOTTOM, TOP);
  const ticks = [0, 0.5, 1].flatMap((share) => [
    tickY(y(maxY * share), shortNumber(maxY * share), WIDTH - RIGHT),
    `<text class="tick" x="${x(maxX * share)}" y="${height - 18}" text-anchor="middle">${shortNumber(maxX * share)}</text>`,
  ]);
  const titles = `<text class="tick" x="${LEFT}" y="${height - 3}">${shown(titleX)}</text><text class="tick" x="2" y="10">${shown(titleY)}</text>`;
  return `${ticks.join('')}${titles}`;
}

/** Positions of the names, in the order of their points and a line apart; `bottom`: the last line. */
function labelsOf(wanted: readonly number[], bottom: number): number[] {
  const order = wanted.map((_, index) => index).sort((one, other) => (wanted[one] ?? 0) - (wanted[other] ?? 0));
  const placed: number[] = wanted.map(() => 0);
  let above = Number.NEGATIVE_INFINITY;
  for (const [rank, index] of order.entries()) {
    const lowest = bottom - (order.length - 1 - rank) * LINE_PX;
    above = Math.min(lowest, Math.max(wanted[index] ?? 0, above + LINE_PX));
    placed[index] = round(above);
  }
  return placed;
}

const LINE_PX = 14;
const MAX_CHARACTERS = 26;

function shortName(name: string): string {
  return name.length > MAX_CHARACTERS ? `${name.slice(0, MAX_CHARACTERS - 1).trimEnd()}…` : name;
}

function tickY(at: number, text: string, right: number): string {
  return `<line class="axis" x1="${LEFT}" y1="${at}" x2="${right}" y2="${at}"/><text class="tick" x="${LEFT - 6}" y="${round(at + 4)}" text-anchor="end">${text}</text>`;
}

function svg(label: string, parts: readonly string[], height = HEIGHT): string {
  return `<svg viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${shown(label)}">${parts.join('')}</svg>`;
}

function scaleOf(most: number, from: number, to: number): (value: number) => number {
  return (value) => round(from + (value / (most || 1)) * (to - from));
}

/** A round number above the largest value. */
function topOf(values: readonly number[]): number {
  const largest = Math.max(0, ...values);
  if (largest === 0) return 1;
  const unit = 10 ** Math.floor(Math.log10(largest));
  return Math.ceil((largest * 1.05) / (unit / 2)) * (unit / 2);
}

function shortNumber(value: number): string {
  return compact.format(value);
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 });

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
