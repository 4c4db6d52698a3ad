/**
 * Reads quotes of many listings at one instant, with the session so far: a watch list in one request (decision L70).
 */

import { invariant } from '../../domain/invariant.ts';
import type { TradingSession } from '../../market/calendar/trading-session.ts';
import { accepted, type Outcome, refused } from '../outcome.ts';
import { validateInstruments } from '../planning/check-instruments.ts';
import type { World } from '../world.ts';
import { type MarketPhase, phaseOf } from './exchange-status.ts';
import { type DayVolumes, dayVolumes } from './list-bars.ts';

interface WatchedListing {
  readonly isin: string;
  readonly exchange: string;
}

export interface WatchedQuote {
  readonly isin: string;
  readonly mic: string;
  readonly currency: string;
  readonly phase: MarketPhase;
  readonly connected: boolean;
  readonly halted: boolean;
  readonly midMicro: number;
  readonly bidMicro: number;
  readonly askMicro: number;
  /** The mid at the close of the previous session. */
  readonly previousMicro: number;
  readonly sessionDate: string;
  readonly highMicro: number;
  readonly lowMicro: number;
  /** Whole shares traded in the session so far. */
  readonly volume: number;
  /** Mids of the session so far, equally spaced in time. */
  readonly pathMicro: readonly number[];
}

export interface WatchList {
  readonly atMs: number;
  readonly quotes: readonly WatchedQuote[];
  /** Number of requested listings beyond the limit. */
  readonly leftOut: number;
}

/**
 * `null` requests all listings that portfolios hold, the first `most` of them. Refused with 400, which names every
 * unknown listing.
 */
export function readQuotes(
  world: World,
  wanted: readonly WatchedListing[] | null,
  most: number,
  nowMs: number,
): Outcome<WatchList> {
  const faults = validateInstruments(world, wanted ?? [], (index) => `/listings/${index}`);
  if (faults.length > 0) return refused('invalid_request', 'Some listings do not exist.', faults);
  const listings = wanted === null ? heldListings(world) : distinct(wanted);
  const volumes = dayVolumes(world);
  return accepted({
    atMs: nowMs,
    quotes: listings.slice(0, most).map((listing) => readQuote(world, volumes, listing, nowMs)),
    leftOut: Math.max(0, listings.length - most),
  });
}

function heldListings(world: World): WatchedListing[] {
  const positions = world.portfolios.list().flatMap(({ portfolioId }) => world.portfolios.positions(portfolioId));
  return distinct(positions.map(({ isin, mic }) => ({ isin, exchange: mic })));
}

function distinct(listings: readonly WatchedListing[]): WatchedListing[] {
  return [...new Map(listings.map((listing) => [`${listing.isin} ${listing.exchange}`, listing])).values()];
}

function readQuote(
  world: World,
  volumes: DayVolumes,
  { isin, exchange: mic }: WatchedListing,
  nowMs: number,
): WatchedQuote {
  const calendar = world.calendars.get(mic);
  const exchange = world.market.exchanges.get(mic);
  invariant(calendar && exchange, `exchange ${mic} is incomplete`);
  const session = calendar.latestSession(nowMs);
  const { midMicro, bidMicro, askMicro } = world.prices.quote(isin, mic, nowMs);
  const previousMicro = world.prices.midMicro(isin, mic, calendar.previousSession(session.openMs).closeMs);
  const mids = sampleInstants(session, nowMs).map((at) => world.prices.midMicro(isin, mic, at));
  return {
    isin,
    mic,
    currency: exchange.currency,
    phase: phaseOf(calendar, nowMs),
    connected: world.connectors.isConnected(mic),
    halted: world.faults.active('halt_instrument', mic, isin, nowMs) !== null,
    midMicro,
    bidMicro,
    askMicro,
    previousMicro,
    sessionDate: session.date,
    // A price that a fault distorts may be outside the samples of the day.
    highMicro: Math.max(midMicro, ...mids),
    lowMicro: Math.min(midMicro, ...mids),
    volume: volumes(isin, mic, session.openMs, Math.min(session.closeMs, nowMs)),
    pathMicro: mids,
  };
}

/** Twice as many as in a bar, whose 16 instants are every other one of these (decision L14). */
const SAMPLES = 31;

function sampleInstants({ openMs, closeMs }: TradingSession, nowMs: number): number[] {
  const openForMs = Math.min(closeMs, nowMs) - openMs;
  return Array.from({ length: SAMPLES }, (_, sample) => openMs + Math.floor((openForMs * sample) / (SAMPLES - 1)));
}
