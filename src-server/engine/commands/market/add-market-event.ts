/** Adds a market event to an instrument or a currency (control plane, decisions L10, L57, L58). */
import { fromMicro } from '../../../domain/numbers/exact.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { isJump, type Overlay, overlayEndMs } from '../../../market/prices/overlay-registry.ts';
import { describeMarketEvent } from '../../event-payloads.ts';
import { accepted, type Outcome, refused, type ValidationIssue } from '../../outcome.ts';
import { validateInstruments } from '../../planning/check-instruments.ts';
import type { World } from '../../world.ts';

export interface MarketEventInput extends Pick<Overlay, 'subject' | 'kind' | 'amount'> {
  /** `null`: now. */
  readonly fromMs: number | null;
  /** `null` for a jump only. */
  readonly untilMs: number | null;
}

/** Every price reads all events of its instrument, so their number is bounded. */
const MOST_EVENTS = 200;

/**
 * 400 for an unknown ISIN, for a time before now (an observed price never changes), and where a pin holds the price that
 * is to move now.
 */
export function addMarketEvent(world: World, input: MarketEventInput): Outcome<Overlay> {
  const { kind, subject } = input;
  const fromMs = input.fromMs ?? world.kernel.nowMs;
  const unknown = kind.startsWith('fx_') ? [] : validateInstruments(world, [{ isin: subject }], () => '');
  const issues = [...unknown, ...pinIssues(world, input, fromMs), ...timeIssues(world, input, fromMs)];
  if (issues.length > 0) return refused('invalid_request', 'The event cannot be added.', issues);
  if (world.overlays.of(subject).length + world.overlays.volumesOf(subject).length >= MOST_EVENTS) {
    return refused('invalid_request', `${subject} has ${MOST_EVENTS} events already, and that is the most.`);
  }
  const overlay = world.kernel.execute((unit): Overlay => {
    const added = { ...input, marketEventId: unit.nextId('me'), fromMs, endedMs: null };
    world.marketEvents.insert(added);
    unit.emit('market.event_added', { ...describeMarketEvent(added) });
    return added;
  });
  // Only committed events may change prices.
  world.overlays.put(overlay);
  return accepted(overlay);
}

/** Later than now the pin may be gone, and volumes follow no pin. */
function pinIssues({ pins, kernel }: World, { kind, subject }: MarketEventInput, fromMs: number): ValidationIssue[] {
  const pin = kind === 'volume' || fromMs > kernel.nowMs ? null : pins.at(subject, fromMs);
  if (pin === null) return [];
  const { midMicro, currency } = pin;
  const held = `a pin holds it at ${fromMicro(midMicro)} ${currency} since ${formatInstant(pin.fromMs)}`;
  const path = kind.startsWith('fx_') ? '/currency' : '/isin';
  return [{ path, issue: `cannot move: ${held}; delete the pin first` }];
}

function timeIssues(world: World, input: MarketEventInput, fromMs: number): ValidationIssue[] {
  const { untilMs } = input;
  const { nowMs } = world.kernel;
  if (fromMs < nowMs) {
    const path = isJump(input) ? '/at' : '/from';
    return [{ path, issue: `lies before the present, ${formatInstant(nowMs)}` }];
  }
  if (untilMs === null) return [];
  if (untilMs <= fromMs) return [{ path: '/until', issue: `does not lie after ${formatInstant(fromMs)}` }];
  const other = overlapping(world, input, fromMs, untilMs);
  return other === undefined
    ? []
    : [{ path: '/from', issue: `overlaps the ${FACTOR_NAMES[other.kind]} of ${other.marketEventId}` }];
}

/** Two factors on the same moves, or on the same volume, would be ambiguous. */
function overlapping(
  { overlays }: World,
  { kind, subject }: MarketEventInput,
  fromMs: number,
  untilMs: number,
): Overlay | undefined {
  if (FACTOR_NAMES[kind] === undefined) return undefined;
  return [...overlays.of(subject), ...overlays.volumesOf(subject)].find(
    (each) => each.kind === kind && each.fromMs < untilMs && fromMs < overlayEndMs(each),
  );
}

const FACTOR_NAMES: Partial<Record<Overlay['kind'], string>> = {
  volatility: 'volatility',
  fx_volatility: 'volatility',
  volume: 'volume',
};
