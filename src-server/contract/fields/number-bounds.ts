/**
 * The bounds of numbers in requests that the app has a field for, so that both have the same. Without schemas, so that
 * a page need not load them.
 */

/** `above` and `below` exclude the bound itself. */
export interface NumberBounds {
  readonly min?: number;
  readonly above?: number;
  readonly max?: number;
  readonly below?: number;
  readonly isWhole?: true;
}

/** Whole numbers. */
const whole = (min: number, max: number) => ({ min, max, isWhole: true }) as const;

/** The largest quantity or amount in a request; every product stays within exact arithmetic. */
const LARGEST_NUMBER = 1_000_000_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MULTIPLE = { min: 0, max: 20 } as const;
const RATE_PER_DAY = { min: -1, max: 1 } as const;
const JUMP = { min: -0.99, max: 10 } as const;
const SHARE_HIT = { above: 0, max: 1 } as const;

/** Shares of 1, not percent. */
export const BOUNDS = {
  quantity: { min: 0, max: LARGEST_NUMBER },
  positiveQuantity: { above: 0, max: LARGEST_NUMBER },
  money: { min: 0, max: LARGEST_NUMBER },
  positiveMoney: { above: 0, max: LARGEST_NUMBER },
  price: { above: 0, max: 100_000 },
  weight: { min: 0, max: 1 },
  seed: { min: 0, isWhole: true },
  requestCount: { min: 0, isWhole: true },

  driftThreshold: { min: 0.01, max: 0.2 },
  driftThresholdOfFormA: { min: 0.01, max: 0.25 },
  costBudgetBps: { min: 0, max: 10_000 },
  fractionalPrecision: whole(2, 6),
  minOrderBps: { above: 0, max: 10_000 },
  maxTurnover: { min: 0, max: 1 },
  /** Every duration is a whole number of milliseconds. */
  durationMs: { min: 0, max: Number.MAX_SAFE_INTEGER },
  /** Longer than any session of a European exchange. */
  afterOpenMs: { min: 0, max: 8 * HOUR_MS },
  startsPerMinute: whole(1, 1_000_000),

  labSimulations: whole(1, 100_000),
  labFlow: { min: -LARGEST_NUMBER, max: LARGEST_NUMBER },
  labBand: { min: 0.0001, max: 1 },
  /** Of one sweep, whatever it varies. */
  sweepJobs: whole(1, 10_000),
  firstSeed: whole(0, 1_000_000_000_000),
  parallelJobs: whole(1, 16),
  trials: whole(1, 10_000_000),
  trialsAtOnce: whole(1, 256),

  commissionBps: { min: 0, max: 1000 },
  exchangeLatencyMs: whole(0, HOUR_MS),
  latencySigma: { min: 0, max: 3 },
  acknowledgeWithinMs: whole(100, HOUR_MS),
  participation: { above: 0, max: 1 },
  sliceIntervalMs: whole(100, 10 * MINUTE_MS),
  annualVolatility: { above: 0, max: 2 },
  marketBeta: { min: -3, max: 3 },
  dailyVolume: { above: 0, max: LARGEST_NUMBER },
  spreadBps: { above: 0, max: 1000 },
  splitShares: whole(1, 1000),

  hitShare: SHARE_HIT,
  hits: whole(1, 1_000_000),
  skippedMatches: whole(0, 1_000_000),
  faultDelayMs: whole(0, 10 * MINUTE_MS),
  bodyOverMs: whole(1, 10 * MINUTE_MS),
  retryAfterS: whole(0, DAY_MS / 1000),
  bodyShare: { min: 0, below: 1 },
  responseStatus: whole(200, 599),
  stubPriority: whole(-1000, 1000),
  sinkRepeats: whole(1, 1_000_000),
  sinkDelayMs: whole(0, MINUTE_MS),
  webhookTimeoutMs: whole(100, 15_000),
  signatureToleranceS: whole(0, (365 * DAY_MS) / 1000),
} as const satisfies Readonly<Record<string, NumberBounds>>;

/** The number of each kind of market fault that has one, by the name of its field. */
export const FAULT_AMOUNT_BOUNDS = {
  added_ms: whole(1, 7 * DAY_MS),
  fill_share: { min: 0, max: 0.999 },
  delay_ms: whole(1, 7 * DAY_MS),
  factor: { above: 1, max: 100 },
  bps: { min: 0, max: 1000 },
  days_late: whole(1, 30),
} as const satisfies Readonly<Record<string, NumberBounds>>;

/** The number of each kind of market event. */
export const EVENT_AMOUNT_BOUNDS = {
  jump: JUMP,
  trend: RATE_PER_DAY,
  volatility: MULTIPLE,
  volume: MULTIPLE,
  fx_jump: JUMP,
  fx_trend: RATE_PER_DAY,
  fx_volatility: MULTIPLE,
} as const satisfies Readonly<Record<string, NumberBounds>>;
