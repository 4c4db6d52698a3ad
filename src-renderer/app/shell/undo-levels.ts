/**
 * How far the world can be rewound: the snapshots from before the latest advances in this world's history, and what each
 * undoes (decision J13).
 */
import { AUTOMATIC_PREFIX } from '../../../src-server/contract/control/world/automatic-prefix.ts';
import type { SnapshotWire } from '../../../src-server/contract/control/world/snapshots.ts';
import { plural } from '../../components/format/format-number.ts';
import { formatEpoch, formatLength } from '../../components/format/format-time.ts';

export interface UndoLevel {
  readonly snapshot: string;
  /** The virtual time after the undo. */
  readonly atMs: number;
  /** Such as "5 m: 4 fills, 12 other log entries". */
  readonly takesBack: string;
}

const MAX_LEVELS = 10;
const SHORTEST_SHOWN_MS = 60_000;

/** Latest first. */
export function undoLevels(snapshots: readonly SnapshotWire[], nowMs: number): readonly UndoLevel[] {
  return snapshots
    .flatMap(({ name, now, takes_back: entries }) => {
      const atMs = Date.parse(now);
      const isBefore = name.startsWith(AUTOMATIC_PREFIX) && entries !== null && atMs < nowMs;
      return isBefore ? [{ snapshot: name, atMs, takesBack: formatTakenBack(nowMs - atMs, entries) }] : [];
    })
    .sort((one, other) => other.atMs - one.atMs || (one.snapshot < other.snapshot ? -1 : 1))
    .slice(0, MAX_LEVELS);
}

type NamedEntry = readonly [type: string, noun: string, nouns?: string];

/**
 * The entries that users look for first: what they have made, which is lost, and what happened to it. The others are
 * counted together.
 */
const MADE: readonly NamedEntry[] = [
  ['portfolio.created', 'created portfolio'],
  ['portfolio.deleted', 'deleted portfolio'],
  ['portfolio.renamed', 'renamed portfolio'],
  ['policy.set', 'policy that was set', 'policies that were set'],
  ['policy.removed', 'removed policy', 'removed policies'],
  ['constraints.set', 'change of constraints', 'changes of constraints'],
  ['cash_flow.scheduled', 'scheduled cash flow'],
  ['account.created', 'created account'],
  ['webhook.registered', 'registered webhook'],
  ['market.event_added', 'market event'],
];

const REBALANCES = [
  ['rebalance.executing', 'started'],
  ['rebalance.complete', 'completed'],
  ['rebalance.failed', 'failed'],
] as const;

const HAPPENED: readonly NamedEntry[] = [
  ['order.filled', 'fill'],
  ['portfolio.drift_exceeded', 'band breach', 'band breaches'],
  ['cash_flow.booked', 'booked cash flow'],
  ['dividend.paid', 'dividend'],
  ['portfolio.cash_set', 'change of cash', 'changes of cash'],
  ['portfolio.targets_set', 'change of targets', 'changes of targets'],
  ['portfolio.positions_set', 'change of positions', 'changes of positions'],
  ['corporate_action.effective', 'corporate action'],
  ['fault.set', 'fault'],
];

function formatTakenBack(lengthMs: number, entries: Readonly<Record<string, number>>): string {
  const named = [...formatEntries(MADE, entries), ...formatRebalances(entries), ...formatEntries(HAPPENED, entries)];
  const all = Object.values(entries).reduce((sum, count) => sum + count, 0);
  const others = all - [...MADE, ...REBALANCES, ...HAPPENED].reduce((sum, [type]) => sum + (entries[type] ?? 0), 0);
  const rest = named.length === 0 ? ['log entry', 'log entries'] : ['other log entry', 'other log entries'];
  const counted = others === 0 ? named : [...named, plural(others, rest[0] ?? '', rest[1])];
  const length = lengthMs < SHORTEST_SHOWN_MS ? `${Math.ceil(lengthMs / 1_000)} s` : formatLength(lengthMs);
  return `${length}: ${counted.length === 0 ? 'nothing else has happened' : counted.join(', ')}`;
}

function formatEntries(named: readonly NamedEntry[], entries: Readonly<Record<string, number>>): string[] {
  return named.flatMap(([type, noun, nouns]) => {
    const count = entries[type] ?? 0;
    return count === 0 ? [] : [plural(count, noun, nouns)];
  });
}

/**
 * `2 rebalances started and 3 completed (at least 1 of these started earlier)`. The counts do not tell which of the
 * started ones have ended, only how many ended ones cannot be among them.
 */
function formatRebalances(entries: Readonly<Record<string, number>>): string[] {
  const counts = REBALANCES.map(([type, did]) => ({ count: entries[type] ?? 0, did })).filter(({ count }) => count > 0);
  if (counts.length === 0) return [];
  const parts = counts.map(({ count, did }, index) => `${index === 0 ? plural(count, 'rebalance') : count} ${did}`);
  const started = entries['rebalance.executing'] ?? 0;
  const ended = (entries['rebalance.complete'] ?? 0) + (entries['rebalance.failed'] ?? 0);
  const earlier = started > 0 && ended > started ? ` (at least ${ended - started} of these started earlier)` : '';
  return [`${new Intl.ListFormat('en-GB').format(parts)}${earlier}`];
}

/** Such as "Back to 2026-03-02 09:30:00". */
export function formatGoal({ atMs }: UndoLevel): string {
  return `Back to ${formatEpoch(atMs)}`;
}
