/** Lists the bars of one listing over a range of time, up to now (decision L). */

import { invariant } from '../../domain/invariant.ts';
import { createVolumeCurve } from '../../market/calendar/volume-curve.ts';
import { type Bar, type BarVolumes, readBars } from '../../market/prices/bars.ts';
import { allShownMs, type FirstPrice } from '../../market/prices/first-shown.ts';
import { withVolumeEvents } from '../../market/prices/overlaid-volumes.ts';
import { accepted, type Outcome, refused } from '../outcome.ts';
import { validateInstruments } from '../planning/check-instruments.ts';
import type { World } from '../world.ts';

interface BarsInput {
  readonly isin: string;
  readonly exchange: string;
  /** `null`: as far back as the limit allows. */
  readonly fromMs: number | null;
  /** `null`: now. */
  readonly toMs: number | null;
  readonly intervalMs: number;
  /** `null`: 500, or with `fromMs` all bars. */
  readonly limit: number | null;
  readonly maxBars: number;
}

export interface ListedBars {
  readonly currency: string;
  readonly bars: readonly Bar[];
}

const DEFAULT_BARS = 500;

/** Refused with 400 for an unknown listing, and if a range without a limit contains more than `maxBars`. */
export function listBars(world: World, input: BarsInput, nowMs: number): Outcome<ListedBars> {
  const { isin, exchange: mic, fromMs, intervalMs, limit, maxBars } = input;
  const faults = validateInstruments(world, [input], () => '');
  if (faults.length > 0) return refused('invalid_request', 'The bars cannot be listed.', faults);
  const calendar = world.calendars.get(mic);
  const exchange = world.market.exchanges.get(mic);
  invariant(calendar && exchange, `exchange ${mic} is incomplete`);
  const volumes = barVolumes(world);
  // The future is not revealed, above all to a strategy under test.
  const range = { fromMs, toMs: Math.min(input.toMs ?? nowMs + 1, nowMs + 1) };
  const most = limit ?? (fromMs === null ? DEFAULT_BARS : maxBars);
  const question = { isin, mic, calendar, intervalMs, nowMs, limit: most, ...range };
  const { bars, isCut } = readBars(world.prices, volumes, question);
  if (isCut && fromMs !== null && limit === null) return tooMany(maxBars);
  return accepted({ currency: exchange.currency, bars });
}

/** Returns the whole shares of a listing that were traded between two instants, as in the bar of that time. */
export type DayVolumes = (isin: string, mic: string, fromMs: number, toMs: number) => number;

export function dayVolumes(world: World): DayVolumes {
  const { expectedVolume, volumeBetween } = barVolumes(world);
  return (...range) => volumeBetween(...range) ?? Math.round(expectedVolume(...range));
}

/** Returns no volume after the instrument was delisted. */
function barVolumes(world: World): BarVolumes {
  const { expectedVolume } = withVolumeEvents(createVolumeCurve(world.market, world.calendars), world.overlays);
  const endOf = (isin: string, toMs: number) => Math.min(toMs, world.instrumentChanges.delistedMs(isin) ?? toMs);
  return {
    expectedVolume: (isin, mic, fromMs, toMs) => expectedVolume(isin, mic, fromMs, Math.max(fromMs, endOf(isin, toMs))),
    volumeBetween: (isin, mic, fromMs, toMs) =>
      endOf(isin, toMs) <= fromMs ? 0 : world.series.volumeBetween(isin, mic, fromMs, endOf(isin, toMs)),
  };
}

function tooMany(maxBars: number): Outcome<never> {
  const issue = `would return more than ${maxBars} bars, the maximum per request; use a shorter range, a longer interval or a limit`;
  return refused('invalid_request', `The query parameter from ${issue}.`, [{ path: '/from', issue }]);
}

/** `prices`: the first price of every listing and rate. Returns -∞ without any. */
export function firstCommonMs({ calendars }: Pick<World, 'calendars'>, prices: readonly FirstPrice[]): number {
  return allShownMs(calendars, prices);
}
