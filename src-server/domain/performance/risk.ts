/** Measures the risk of a growth curve: its maximum drawdown, and the dispersion of its daily returns (decision O9). */

/** The growth since the beginning at an instant, 1 at the beginning. */
export interface GrowthPoint {
  readonly atMs: number;
  readonly growth: number;
}

/** Whether the portfolio had a positive value from then on, so that it could gain or lose. */
export interface HeldPoint extends GrowthPoint {
  readonly isHeld: boolean;
}

export interface Drawdown {
  /** Below 0: −0.2 is a fall by 20 %. */
  readonly depth: number;
  readonly peakMs: number;
  readonly troughMs: number;
  /** When it was back at its peak; `null`: it was not. */
  readonly recoveredMs: number | null;
}

/**
 * Returns the deepest fall from a peak to the lowest point after it; the first of two equal ones. `null`: it never
 * fell.
 */
export function maximumDrawdown(points: readonly GrowthPoint[]): Drawdown | null {
  let peak = points[0];
  let deepest: Omit<Drawdown, 'recoveredMs'> | null = null;
  for (const point of points) {
    if (peak === undefined || point.growth >= peak.growth) peak = point;
    const depth = peak.growth > 0 ? point.growth / peak.growth - 1 : 0;
    if (depth < (deepest?.depth ?? 0)) deepest = { depth, peakMs: peak.atMs, troughMs: point.atMs };
  }
  if (deepest === null) return null;
  const { peakMs, troughMs } = deepest;
  const height = points.find(({ atMs }) => atMs === peakMs)?.growth ?? 0;
  const recovered = points.find(({ atMs, growth }) => atMs > troughMs && growth >= height);
  return { ...deepest, recoveredMs: recovered?.atMs ?? null };
}

/** Returns how far each point is below the highest one before it: 0 at a peak, −0.2 a fifth below it. */
export function drawdowns(points: readonly GrowthPoint[]): number[] {
  let highest = 0;
  return points.map(({ growth }) => {
    highest = Math.max(highest, growth);
    return highest > 0 ? growth / highest - 1 : 0;
  });
}

const TRADING_DAYS = 252;

/** Returns the sample standard deviation (n − 1) of daily returns, times √252. `null` for fewer than two. */
export function annualVolatility(returns: readonly number[]): number | null {
  if (returns.length < 2) return null;
  const mean = returns.reduce((sum, each) => sum + each, 0) / returns.length;
  const squares = returns.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return Math.sqrt(squares / (returns.length - 1)) * Math.sqrt(TRADING_DAYS);
}

const DAY_MS = 86_400_000;

/**
 * Returns the returns of whole days from Monday to Friday, from points at midnight UTC; other points are left out.
 * Weekends have no trading, and days that began without value cannot have a return: their zero returns would understate
 * the volatility.
 */
export function dailyReturns(points: readonly HeldPoint[]): number[] {
  const midnights = points.filter(({ atMs }) => atMs % DAY_MS === 0);
  return midnights.slice(1).flatMap(({ atMs, growth }, index) => {
    const before = midnights[index];
    if (before === undefined || !before.isHeld || atMs - before.atMs !== DAY_MS || before.growth <= 0) return [];
    return isWeekend(before.atMs) ? [] : [growth / before.growth - 1];
  });
}

/** 1970-01-01 was a Thursday, the fourth day counted from Sunday. */
const FIRST_WEEKDAY = 4;

function isWeekend(atMs: number): boolean {
  const weekday = (Math.floor(atMs / DAY_MS) + FIRST_WEEKDAY) % 7;
  return weekday === 0 || weekday === 6;
}
