/** Quotes of many listings at one instant, with the day behind them: a watch list in one question (decision L70). */

import { invariant } from '../../domain/invariant.ts';
import { fromMicro } from '../../domain/numbers/exact.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { Session } from '../../market/calendar/trading-session.ts';
import { accepted, refused } from '../outcome.ts';
import { validateInstruments } from '../planning/check-instruments.ts';
import type { World } from '../world.ts';
import { type DayVolumes, dayVolumes } from './view-bars.ts';
import { phaseOf } from './view-exchanges.ts';

export interface WatchedListing {
  readonly isin: string;
  readonly exchange: string;
}

/** `null` asks for all that portfolios hold, the first `most` of them. 400 names every listing that is not there. */
export function viewQuotes(world: World, wanted: readonly WatchedListing[] | null, most: number, nowMs: number) {
  const faults = validateInstruments(world, wanted ?? [], (index) => `/listings/${index}`);
  if (faults.length > 0) return refused('invalid_request', 'There are no such listings.', faults);
  const listings = wanted === null ? heldListings(world) : distinct(wanted);
  const volumes = dayVolumes(world);
  return accepted({
    at: formatInstant(nowMs),
    quotes: listings.slice(0, most).map((listing) => viewQuote(world, volumes, listing, nowMs)),
    left_out: Math.max(0, listings.length - most),
  });
}

function heldListings(world: World): WatchedListing[] {
  const positions = world.portfolios.list().flatMap(({ portfolioId }) => world.portfolios.positions(portfolioId));
  return distinct(positions.map(({ isin, mic }) => ({ isin, exchange: mic })));
}

function distinct(listings: readonly WatchedListing[]): WatchedListing[] {
  return [...new Map(listings.map((listing) => [`${listing.isin} ${listing.exchange}`, listing])).values()];
}

function viewQuote(world: World, volumes: DayVolumes, { isin, exchange: mic }: WatchedListing, nowMs: number) {
  const calendar = world.calendars.get(mic);
  const exchange = world.market.exchanges.get(mic);
  invariant(calendar && exchange, `exchange ${mic} is incomplete`);
  const session = calendar.latestSession(nowMs);
  const { midMicro, bidMicro, askMicro } = world.prices.quote(isin, mic, nowMs);
  const previousMicro = world.prices.midMicro(isin, mic, calendar.previousSession(session.openMs).closeMs);
  const mids = sampleInstants(session, nowMs).map((at) => world.prices.midMicro(isin, mic, at));
  return {
    isin,
    exchange: mic,
    currency: exchange.currency as string,
    phase: phaseOf(calendar, nowMs),
    connected: world.connectors.isConnected(mic),
    halted: world.faults.active('halt_instrument', mic, isin, nowMs) !== null,
    mid: fromMicro(midMicro),
    bid: fromMicro(bidMicro),
    ask: fromMicro(askMicro),
    spread_bps: ((askMicro - bidMicro) / midMicro) * 10_000,
    previous_close: fromMicro(previousMicro),
    change: midMicro / previousMicro - 1,
    session: session.date,
    // What a fault shows of a price may lie outside what the day has seen at its samples.
    high: fromMicro(Math.max(midMicro, ...mids)),
    low: fromMicro(Math.min(midMicro, ...mids)),
    volume: volumes(isin, mic, session.openMs, Math.min(session.closeMs, nowMs)),
    path: mids.map(fromMicro),
  };
}

/** Twice as close as those of a bar, whose 16 instants are every other one of these (decision L14). */
const SAMPLES = 31;

function sampleInstants({ openMs, closeMs }: Session, nowMs: number): number[] {
  const openForMs = Math.min(closeMs, nowMs) - openMs;
  return Array.from({ length: SAMPLES }, (_, sample) => openMs + Math.floor((openForMs * sample) / (SAMPLES - 1)));
}
