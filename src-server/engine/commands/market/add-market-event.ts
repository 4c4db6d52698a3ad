/** Adds a market event to instruments or a currency (control plane, decisions L10, L57, L58, O11). */
import { coverageOf, covers } from '../../../domain/identifiers/instrument-coverage.ts';
import { fromMicro } from '../../../domain/numbers/exact.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { isJump, type Overlay, overlayEndMs } from '../../../market/prices/overlay-registry.ts';
import { describeMarketEvent } from '../../event-payloads.ts';
import { accepted, type Outcome, refused, refusedFor, type ValidationIssue } from '../../outcome.ts';
import { validateInstruments } from '../../planning/check-instruments.ts';
import type { World } from '../../world.ts';

export interface MarketEventInput extends Pick<Overlay, 'subject' | 'kind' | 'amount' | 'byBeta'> {
  /** `null`: now. */
  readonly fromMs: number | null;
  /** `null` for a jump only. */
  readonly untilMs: number | null;
}

/** The number of events is limited, because every price reads all events of its instrument. */
const MAX_EVENTS = 200;

/**
 * Refused with 400 for an unknown ISIN, for a sector or currency without instruments, for a time before now (an
 * observed price never changes), and if a pin holds the price that would move now. A pinned instrument among many just
 * does not move.
 */
export function addMarketEvent(world: World, input: MarketEventInput): Outcome<Overlay> {
  const fromMs = input.fromMs ?? world.kernel.nowMs;
  const subjects = subjectsOf(world, input);
  const issues = [
    ...subjectIssues(world, input, subjects),
    ...pinIssues(world, input, fromMs),
    ...timeIssues(world, input, subjects, fromMs),
  ];
  if (issues.length > 0) return refusedFor('The market event cannot be added', issues);
  const full = subjects.find((each) => eventsOf(world, each).length >= MAX_EVENTS);
  if (full !== undefined) {
    return refused('invalid_request', `${full} already has ${MAX_EVENTS} market events, the maximum.`);
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

/** Returns the ISINs that move, or the currency. */
function subjectsOf({ market }: World, { subject }: MarketEventInput): readonly string[] {
  if (coverageOf(subject) === null) return [subject];
  return [...market.instruments.values()].filter((each) => covers(subject, each)).map(({ isin }) => isin);
}

function subjectIssues(
  world: World,
  { kind, subject }: MarketEventInput,
  subjects: readonly string[],
): ValidationIssue[] {
  if (kind.startsWith('fx_')) return [];
  const coverage = coverageOf(subject);
  if (coverage === null) return validateInstruments(world, [{ isin: subject }], () => '');
  if (subjects.length > 0 || coverage === 'all') return [];
  const [[field, value] = []] = Object.entries(coverage);
  return [{ path: `/instruments/${field}`, issue: `no instrument has the ${field} ${value}` }];
}

function eventsOf({ overlays }: World, subject: string): readonly Overlay[] {
  return [...overlays.of(subject), ...overlays.volumesOf(subject)];
}

/** A later event may start after the pin is released, and volumes are not pinned. */
function pinIssues({ pins, kernel }: World, { kind, subject }: MarketEventInput, fromMs: number): ValidationIssue[] {
  const pin = kind === 'volume' || fromMs > kernel.nowMs ? null : pins.at(subject, fromMs);
  if (pin === null) return [];
  const { midMicro, currency } = pin;
  const pinned = `a pin holds it at ${fromMicro(midMicro)} ${currency} since ${formatInstant(pin.fromMs)}`;
  const path = kind.startsWith('fx_') ? '/currency' : '/isin';
  return [{ path, issue: `cannot move: ${pinned}; delete the pin first` }];
}

function timeIssues(
  world: World,
  input: MarketEventInput,
  subjects: readonly string[],
  fromMs: number,
): ValidationIssue[] {
  const { untilMs } = input;
  const { nowMs } = world.kernel;
  if (fromMs < nowMs) {
    const path = isJump(input) ? '/at' : '/from';
    return [{ path, issue: `is before the current time, ${formatInstant(nowMs)}` }];
  }
  if (untilMs === null) return [];
  if (untilMs <= fromMs) return [{ path: '/until', issue: `is not after ${formatInstant(fromMs)}` }];
  const other = overlapping(world, input, subjects, fromMs, untilMs);
  if (other === undefined) return [];
  const ofWhich = subjects.length === 1 ? '' : ` for ${other.subject}`;
  return [{ path: '/from', issue: `overlaps the ${FACTOR_NAMES[other.kind]} of ${other.marketEventId}${ofWhich}` }];
}

/** Two factors on the same moves, or on the same volume, would be ambiguous. */
function overlapping(
  world: World,
  { kind }: MarketEventInput,
  subjects: readonly string[],
  fromMs: number,
  untilMs: number,
): Overlay | undefined {
  if (FACTOR_NAMES[kind] === undefined) return undefined;
  return subjects
    .flatMap((subject) => eventsOf(world, subject))
    .find((each) => each.kind === kind && each.fromMs < untilMs && fromMs < overlayEndMs(each));
}

const FACTOR_NAMES: Partial<Record<Overlay['kind'], string>> = {
  volatility: 'volatility',
  fx_volatility: 'volatility',
  volume: 'volume',
};
