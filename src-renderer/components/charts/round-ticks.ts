/** Round numbers along an axis: steps of 1, 2 or 5 times a power of ten, or of a clock. Pure. */

const WANTED_TICKS = 6;

/** From nothing on, the last one beyond all that is drawn: `0, 0.5, 1, … 3` for 2.6. */
export function roundTicks(most: number): number[] {
  const step = roundStep((most > 0 ? most : 1) / WANTED_TICKS);
  const count = Math.ceil(most / step + 0.2);
  return Array.from({ length: Math.max(1, count) + 1 }, (_, index) => clean(index * step));
}

/** Those between two ends, which need not be round themselves. */
export function roundTicksBetween(low: number, high: number): number[] {
  const step = roundStep((high > low ? high - low : 1) / WANTED_TICKS);
  return multiplesBetween(low, high, step).map(clean);
}

/** As those, with one more at either end where it takes that to hold all that is drawn: `8, 10, 12, 14` for 9 to 13. */
export function roundTicksAround(low: number, high: number): number[] {
  const step = roundStep((high > low ? high - low : Math.abs(high) / 100 || 1) / WANTED_TICKS);
  const end = Math.ceil(high / step - 1e-9) * step;
  const start = Math.min(Math.floor(low / step + 1e-9) * step, end - step);
  return multiplesBetween(start, end, step).map(clean);
}

/** Decimals that tell neighbours apart. */
export function tickDecimals(ticks: readonly number[]): number {
  const [first = 0, second = 1] = ticks;
  return Math.max(0, -Math.floor(Math.log10(Math.abs(second - first)) + 1e-9));
}

const CLOCK_STEPS_S = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 86_400];

/** Instants in milliseconds on whole seconds, minutes, hours or days. */
export function timeTicks(fromMs: number, toMs: number): number[] {
  const leastS = (toMs - fromMs) / 1_000 / WANTED_TICKS;
  const stepS = CLOCK_STEPS_S.find((step) => step >= leastS) ?? 86_400 * Math.ceil(leastS / 86_400);
  return multiplesBetween(fromMs, toMs, stepS * 1_000);
}

function multiplesBetween(low: number, high: number, step: number): number[] {
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);
}

function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5].find((each) => each * power >= least * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Without the dust of binary fractions. */
function clean(value: number): number {
  return Number(value.toPrecision(12));
}
