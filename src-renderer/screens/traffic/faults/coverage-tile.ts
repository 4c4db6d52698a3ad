/** A kind of fault in the coverage: the reaction to its hits in a few words, and whether it was correct. Pure. */
import type { FaultCoverage } from '../../../../src-server/contract/control/http-faults/fault-coverage.ts';
import { formatCount, plural } from '../../../components/format/format-number.ts';

type KindCoverage = FaultCoverage['kinds'][number];
type Encounter = FaultCoverage['encounters'][number];
type Reactions = KindCoverage['reactions'];

interface CoverageTile {
  readonly tone: 'dimmed' | 'ok' | 'warn' | 'fail';
  readonly mark: string;
  readonly outcome: string;
}

const LABELS: Readonly<Record<keyof Reactions, string>> = {
  retried: 'retried',
  went_on: 'continued',
  nothing: 'no request since',
  as_it_should: 'correct',
  not_as_it_should: 'incorrect',
  undecided: 'unclear',
};

const MARKS = { dimmed: '○', ok: '✓', warn: '!', fail: '✕' };

/** `encounters`: of every kind, as far as they are listed. */
export function coverageTile(kind: KindCoverage, encounters: readonly Encounter[]): CoverageTile {
  const own = encounters.filter((encounter) => encounter.kind === kind.kind && !isOfSink(encounter));
  const tone = kind.met ? toneOf(own) : 'dimmed';
  return { tone, mark: MARKS[tone], outcome: kind.met ? metOutcome(kind, own) : notYet(kind) };
}

/** A built-in sink responds by its script, so it is not a receiver whose reaction can be right or wrong. */
export function isOfSink(encounter: Encounter): boolean {
  return encounter.scope === 'webhook' && encounter.sink !== null;
}

function notYet({ set, hits }: KindCoverage): string {
  if (hits > 0) return `only built-in sinks: ${plural(hits, 'hit')}`;
  return set === 0 ? 'not yet' : `no hits yet · set ${formatCount(set)}×`;
}

function toneOf(own: readonly Encounter[]): 'ok' | 'warn' | 'fail' {
  if (own.some(isWrong)) return 'fail';
  return own.some(isDoubtful) ? 'warn' : 'ok';
}

function isWrong(encounter: Encounter): boolean {
  return encounter.scope === 'webhook' ? encounter.ok === false : encounter.reaction.too_soon === true;
}

/** Another idempotency key may have executed the same twice. */
function isDoubtful(encounter: Encounter): boolean {
  if (encounter.scope === 'webhook') return encounter.ok === null;
  return encounter.reaction.what === 'retried' && encounter.reaction.same_idempotency_key === false;
}

/** One hit of a duplicate is two attempts, each with its own verdict. */
function metOutcome({ hits, reactions }: KindCoverage, own: readonly Encounter[]): string {
  const names = (Object.keys(LABELS) as (keyof Reactions)[]).filter((name) => (reactions[name] ?? 0) > 0);
  const parts = names.map((name) => `${formatCount(reactions[name] ?? 0)} ${LABELS[name]}`);
  const early = own.filter((encounter) => encounter.scope === 'interface' && encounter.reaction.too_soon).length;
  if (early > 0) parts.push(`${formatCount(early)} too early`);
  const met = `met · ${plural(hits, 'hit')}`;
  if (parts.length === 0) return met;
  const isMore = own.length > hits && own.every(({ scope }) => scope === 'webhook');
  return `${met} · ${isMore ? `${plural(own.length, 'attempt')}: ` : ''}${parts.join(', ')}`;
}
