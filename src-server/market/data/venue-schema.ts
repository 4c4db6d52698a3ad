/** Schema of `venues.json`: simulation inputs per venue and for the whole market, none of which is a market fact. */
import { z } from 'zod';
import { toMicro } from '../../domain/numbers/exact.ts';
import type { Latency, SimulationInputs, VenueSettings } from './market-data.ts';
import { micValue, minorAmount, positive, share, wholeMs } from './market-scalars.ts';

const fixedLatency = z
  .strictObject({ fixed: wholeMs })
  .transform(({ fixed }): Latency => ({ kind: 'fixed', ms: fixed }));
const uniformLatency = z
  .strictObject({ min: wholeMs, max: wholeMs })
  .refine((range) => range.min <= range.max, 'expected min at most max')
  .transform(({ min, max }): Latency => ({ kind: 'uniform', minMs: min, maxMs: max }));
const lognormalLatency = z
  .strictObject({ median: wholeMs, sigma: z.number().min(0).max(3), max: wholeMs })
  .refine((range) => range.median <= range.max, 'expected median at most max')
  .transform(({ median, sigma, max }): Latency => ({ kind: 'lognormal', medianMs: median, sigma, maxMs: max }));
const latency = z.union([fixedLatency, uniformLatency, lognormalLatency], {
  error: 'expected {fixed}, {min, max} or {median, sigma, max} in ms',
});

/** A lot as millionths of a share. */
const lot = z
  .number()
  .refine(isLotSize, 'expected a power of ten from 0.000001 to 1000')
  .transform((shares) => toMicro(shares) ?? 1);

/** Lots are powers of ten, so that of a lot and a plan's precision one is always a multiple of the other. */
function isLotSize(shares: number): boolean {
  const micro = toMicro(shares);
  return micro !== null && micro > 0 && micro <= 1_000_000_000 && Number.isInteger(Math.log10(micro));
}

const commission = z
  .strictObject({ bps: z.number().min(0).max(1000), minimum: minorAmount, cap: minorAmount })
  .refine((c) => c.minimum <= c.cap, 'expected minimum at most cap')
  .transform((c) => ({ bps: c.bps, minimumMinor: c.minimum, capMinor: c.cap }));

/** One entry of the `venues` list. */
export const venueEntry = z
  .strictObject({
    mic: micValue,
    commission,
    latency: z.strictObject({ submit_ms: latency, acknowledge_ms: latency, report_ms: latency }),
    acknowledge_within_ms: z.int().min(100).max(3_600_000),
    lot_size: lot,
    day_end: z.enum(['expire', 'carry']),
    participation: share,
    secondary_volume_share: share,
    slice_interval_ms: z.int().min(100).max(600_000),
  })
  .transform(
    (v): VenueSettings => ({
      mic: v.mic,
      commission: v.commission,
      latency: { submit: v.latency.submit_ms, acknowledge: v.latency.acknowledge_ms, report: v.latency.report_ms },
      acknowledgeWithinMs: v.acknowledge_within_ms,
      lotMicro: v.lot_size,
      dayEnd: v.day_end,
      participation: v.participation,
      secondaryVolumeShare: v.secondary_volume_share,
      sliceIntervalMs: v.slice_interval_ms,
    }),
  );

const simulation = z
  .strictObject({
    impact_coefficient: z.number().min(0).max(10),
    impact_half_life_s: z.int().min(1).max(86_400),
    depth_share: z.number().gt(0).max(1),
    depth_levels: z.int().min(1).max(50),
    auction_volume_share: z.number().gt(0).max(1),
    price_collar: z.number().gt(0).max(1),
    market_annual_volatility: positive.max(1),
    overnight_variance_share: z.number().gt(0).lt(1),
    basis_bps: z.number().min(0).max(100),
    fx_conversion_bps: z.number().min(0).max(1000),
    average_trade_value_eur: z.strictObject({ share: positive, etf: positive, etc: positive }),
  })
  .transform(
    (g): SimulationInputs => ({
      impactCoefficient: g.impact_coefficient,
      impactHalfLifeMs: g.impact_half_life_s * 1000,
      depthShare: g.depth_share,
      depthLevels: g.depth_levels,
      auctionVolumeShare: g.auction_volume_share,
      priceCollar: g.price_collar,
      marketAnnualVolatility: g.market_annual_volatility,
      overnightVarianceShare: g.overnight_variance_share,
      basisBps: g.basis_bps,
      fxConversionBps: g.fx_conversion_bps,
      averageTradeValueEur: g.average_trade_value_eur,
    }),
  );

/** `venues.json`. */
export const venuesFile = z.strictObject({ note: z.string(), global: simulation, venues: z.array(venueEntry).min(1) });
