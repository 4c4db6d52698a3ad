/** Schema of `venues.json`: simulation inputs per venue and for the whole market; nothing in it is a market fact. */
import { z } from 'zod';
import type { LatencyRange, SimulationInputs, VenueSettings } from './market-data.ts';
import { mic, minorAmount, positive, share, wholeMs } from './market-scalars.ts';

const latency = z
  .strictObject({ min: wholeMs, max: wholeMs })
  .refine((range) => range.min <= range.max, 'expected min at most max')
  .transform((range): LatencyRange => ({ minMs: range.min, maxMs: range.max }));

const commission = z
  .strictObject({ bps: z.number().min(0).max(1000), minimum: minorAmount, cap: minorAmount })
  .refine((c) => c.minimum <= c.cap, 'expected minimum at most cap')
  .transform((c) => ({ bps: c.bps, minimumMinor: c.minimum, capMinor: c.cap }));

/** One entry of the `venues` list. */
export const venueEntry = z
  .strictObject({
    mic,
    commission,
    latency: z.strictObject({ submit_ms: latency, report_ms: latency }),
    participation: share,
    secondary_volume_share: share,
    slice_interval_ms: z.int().min(100).max(600_000),
  })
  .transform(
    (v): VenueSettings => ({
      mic: v.mic,
      commission: v.commission,
      submitLatency: v.latency.submit_ms,
      reportLatency: v.latency.report_ms,
      participation: v.participation,
      secondaryVolumeShare: v.secondary_volume_share,
      sliceIntervalMs: v.slice_interval_ms,
    }),
  );

const simulation = z
  .strictObject({
    impact_coefficient: z.number().min(0).max(10),
    market_annual_volatility: positive.max(1),
    overnight_variance_share: z.number().gt(0).lt(1),
    basis_bps: z.number().min(0).max(100),
    fx_conversion_bps: z.number().min(0).max(1000),
    average_trade_value_eur: z.strictObject({ share: positive, etf: positive, etc: positive }),
  })
  .transform(
    (g): SimulationInputs => ({
      impactCoefficient: g.impact_coefficient,
      marketAnnualVolatility: g.market_annual_volatility,
      overnightVarianceShare: g.overnight_variance_share,
      basisBps: g.basis_bps,
      fxConversionBps: g.fx_conversion_bps,
      averageTradeValueEur: g.average_trade_value_eur,
    }),
  );

/** `venues.json`. */
export const venuesFile = z.strictObject({ note: z.string(), global: simulation, venues: z.array(venueEntry).min(1) });
