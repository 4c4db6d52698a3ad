/** Lays a jump, a trend or a span of volatility over an instrument (control plane, decision L). */
import { formatInstant } from '../../domain/instant.ts';
import { type Overlay, overlayEndMs } from '../../market/overlay-book.ts';
import { instrumentFaults } from '../check-instruments.ts';
import { accepted, type Fault, type Outcome, refused } from '../outcome.ts';
import { describeMarketEvent } from '../views/view-market-events.ts';
import type { World } from '../world.ts';

export interface MarketEventInput {
  readonly isin: string;
  readonly kind: Overlay['kind'];
  readonly amount: number;
  /** `null`: now. */
  readonly fromMs: number | null;
  /** `null` for a jump only. */
  readonly untilMs: number | null;
}

/** Every price looks through all events of its instrument, so there is an end to them. */
const MOST_EVENTS = 200;

/** 400 for an unknown ISIN and for a time that lies before now: a price that was seen never changes. */
export function addMarketEvent(world: World, input: MarketEventInput): Outcome<Overlay> {
  const fromMs = input.fromMs ?? world.kernel.nowMs;
  const faults = [...instrumentFaults(world, [input], () => ''), ...timeFaults(world, input, fromMs)];
  if (faults.length > 0) return refused('invalid_request', 'The event cannot be added.', faults);
  if (world.overlays.of(input.isin).length >= MOST_EVENTS) {
    return refused('invalid_request', `${input.isin} has ${MOST_EVENTS} events already, and that is the most.`);
  }
  const overlay = world.kernel.execute((unit): Overlay => {
    const added = { ...input, marketEventId: unit.nextId('me'), fromMs, endedMs: null };
    world.marketEvents.insert(added);
    unit.emit('market.event_added', { ...describeMarketEvent(added) });
    return added;
  });
  // Only what is committed may price anything.
  world.overlays.put(overlay);
  return accepted(overlay);
}

function timeFaults(world: World, input: MarketEventInput, fromMs: number): Fault[] {
  const { kind, untilMs } = input;
  const { nowMs } = world.kernel;
  if (fromMs < nowMs) {
    const path = kind === 'jump' ? '/at' : '/from';
    return [{ path, issue: `lies before the present, ${formatInstant(nowMs)}` }];
  }
  if (untilMs === null) return [];
  if (untilMs <= fromMs) return [{ path: '/until', issue: `does not lie after ${formatInstant(fromMs)}` }];
  // Two factors on the same move would have no plain meaning.
  const other = kind === 'volatility' ? overlapping(world, input.isin, fromMs, untilMs) : undefined;
  return other === undefined ? [] : [{ path: '/from', issue: `overlaps the volatility of ${other.marketEventId}` }];
}

function overlapping({ overlays }: World, isin: string, fromMs: number, untilMs: number): Overlay | undefined {
  return overlays
    .of(isin)
    .find((each) => each.kind === 'volatility' && each.fromMs < untilMs && fromMs < overlayEndMs(each));
}
