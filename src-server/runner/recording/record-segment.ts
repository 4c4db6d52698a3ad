/** Converts the commands of a world since a given one into a scenario and its golden log. Read-only. */
import { formatInstant } from '../../domain/numbers/instant.ts';
import { DEFAULT_DRIFT_CHECK_MS } from '../../engine/drift-monitor/drift-monitor.ts';
import type { HttpFaultTerms } from '../../engine/http-faults/http-fault.ts';
import type { CommandRecord } from '../../engine/ports/command-port.ts';
import { GENESIS_HEAD } from '../../kernel/event-chain.ts';
import { createIdFormatter } from '../../kernel/ids.ts';
import { goldenText } from '../../scenario/compare/golden-log.ts';
import { MAX_DOCUMENT_BYTES } from '../../scenario/load/read-document.ts';
import { asMet } from '../../scenario/recording/fault-hits.ts';
import type { RecordedCommand } from '../../scenario/recording/recorded-command.ts';
import { recordedScenario } from '../../scenario/recording/recorded-scenario.ts';
import { replayedFault } from '../../scenario/recording/replayed-fault.ts';
import {
  CONTENTS_SETTING,
  DIVIDENDS_SETTING,
  DRIFT_CHECK_SETTING,
  STARTED_AT_SETTING,
} from '../../store/database/setting-keys.ts';
import type { HostedWorld } from '../../world/hosted-world.ts';

/** Limits of one recording. */
export const RECORDING_BOUNDS = { commands: 10_000, bytes: MAX_DOCUMENT_BYTES };
const MAX_REBALANCES = 50;

interface SegmentStart {
  readonly name: string;
  /** Commands with a larger number are part of it. */
  readonly afterSeq: number;
  readonly startMs: number;
  readonly needsStart: boolean;
}

interface RecordingSegment {
  /** `startFile`: the name that the scenario uses for the saved world that it starts from. */
  scenario(startFile: string): string;
  golden(): string;
  readonly endMs: number;
  readonly commands: number;
  readonly events: number;
  readonly head: string;
  /** True if it ended at the maximum length. */
  readonly isFull: boolean;
}

/** From `start` to now, or to the maximum length. */
export function recordSegment(live: HostedWorld, start: SegmentStart): RecordingSegment {
  const { commands: log, driver } = live;
  driver.finishInstant();
  log?.flush();
  const rows = log?.store.after(start.afterSeq, RECORDING_BOUNDS.commands + 1) ?? [];
  for (let most = lengthWithin(rows); ; most -= Math.max(1, Math.floor(most / 10))) {
    const segment = firstOf(live, start, rows, most);
    // The number of bytes is only known once the text is written.
    if (most === 0 || Buffer.byteLength(segment.scenario('')) <= RECORDING_BOUNDS.bytes) return segment;
  }
}

/** The first `most` commands, and everything until the next one. */
function firstOf(
  live: HostedWorld,
  start: SegmentStart,
  rows: readonly CommandRecord[],
  most: number,
): RecordingSegment {
  const { events } = live;
  const { kernel } = live.world;
  const next = rows[most];
  const endMs = next?.atMs ?? kernel.nowMs;
  const count = next?.eventsBefore ?? kernel.eventCount;
  const head = count === kernel.eventCount ? kernel.head : (events.after(count - 1, 1)[0]?.hash ?? GENESIS_HEAD);
  const taken = rows.slice(0, most);
  const end = { endMs, head, isNow: next === undefined };
  let text: string | null = null;
  return {
    scenario(startFile) {
      text ??= textOf(live, start, START_FILE, taken, end);
      return text.replace(START_FILE, () => JSON.stringify(startFile));
    },
    golden: () => goldenText({ seed: kernel.seed, events: events.after(0, count) }),
    endMs,
    commands: taken.length,
    events: count,
    head,
    isFull: next !== undefined,
  };
}

/** Placeholder for the name of the file until it is known. */
const START_FILE = 'the-world-it-begins-from';

function lengthWithin(rows: readonly CommandRecord[]): number {
  let characters = 0;
  const over = rows.findIndex(({ body }) => {
    characters += body?.length ?? 0;
    return characters > RECORDING_BOUNDS.bytes;
  });
  return Math.min(over === -1 ? rows.length : over, RECORDING_BOUNDS.commands);
}

function textOf(
  live: HostedWorld,
  start: SegmentStart,
  startFile: string,
  rows: readonly CommandRecord[],
  end: { endMs: number; head: string; isNow: boolean },
): string {
  const { world } = live;
  const runKeyId = world.apiKeys.list().find(({ isRunKey }) => isRunKey)?.keyId;
  const terms = new Map(world.httpFaults.all().map((fault) => [fault.faultId, fault.terms]));
  const termsOf = (faultId: string): HttpFaultTerms => terms.get(faultId) ?? { kind: 'api_error' };
  const commands = rows.filter(isPart).map((row) => ({ ...toRecorded(row, runKeyId, termsOf), atMs: row.atMs }));
  const secrets = start.needsStart ? keysFromBefore(commands, start, live) : new Map<string, string>();
  const opening = start.needsStart ? fromSnapshot(startFile, secrets) : fromContents(live);
  const rebalances = end.isNow ? rebalancesOf(live, commands) : new Map<string, string>();
  return recordedScenario({
    name: start.name,
    comments: [
      `Recorded from ${formatInstant(start.startMs)} to ${formatInstant(end.endMs)}.`,
      `Head of its event log: ${end.head}.`,
    ],
    beginning: { ...opening.beginning, rules: world.rules, rate_limit: 'ignored', receivers: 'stand_in' },
    known: { ids: opening.ids, secrets },
    commands,
    fromMs: start.startMs,
    endMs: end.endMs,
    rebalances,
  });
}

/**
 * A request to the control plane that changed nothing and was not hit by a fault is left out, except for faults, stubs
 * and the responses of sinks.
 */
function isPart({ base, path, events, status, method, facts }: CommandRecord): boolean {
  if (events > 0 || (facts?.met?.faults.length ?? 0) > 0) return true;
  if (base !== 'sim') return status !== null;
  return (
    (status ?? 500) < 400 && (/^\/(faults|stubs)\b/.test(path) || (/^\/sinks\//.test(path) && isScript(method, path)))
  );
}

function isScript(method: string, path: string): boolean {
  return method === 'PUT' || path.endsWith('/answers');
}

function toRecorded(
  row: CommandRecord,
  runKeyId: string | undefined,
  termsOf: (faultId: string) => HttpFaultTerms,
): RecordedCommand {
  const { base, method, path, body, keyId, atMs, events } = row;
  const key = keyId === null || keyId === runKeyId ? 'run' : { keyId };
  return { base, method, path, body, atMs, wrote: events > 0, ...asMet(row, key, termsOf) };
}

/** Keys that were created earlier and are used in the recording, with names in place of their secrets. */
function keysFromBefore(commands: readonly RecordedCommand[], { startMs }: SegmentStart, { world }: HostedWorld) {
  const shown = new Set(commands.flatMap(({ key }) => (typeof key === 'object' ? [key.keyId] : [])));
  const made = new Set(
    commands.flatMap(({ path, facts }) => (path === '/keys' ? Object.values(facts?.ids ?? {}) : [])),
  );
  const before = world.apiKeys
    .list()
    .filter(({ keyId, createdMs }) => shown.has(keyId) && !made.has(keyId) && createdMs <= startMs);
  return new Map(before.map(({ keyId }, index) => [keyId, `earlier_key_${index + 1}`]));
}

interface Opening {
  readonly beginning: object;
  readonly ids: ReadonlyMap<string, string>;
}

function fromSnapshot(startFile: string, secrets: ReadonlyMap<string, string>): Opening {
  const keys = Object.fromEntries([...secrets].map(([keyId, name]) => [name, keyId]));
  const start = { snapshot: startFile, ...(secrets.size === 0 ? {} : { keys }) };
  return { beginning: { start }, ids: new Map() };
}

interface KeptContents {
  readonly description?: string;
  /** The scenario has these two itself, from the current settings. */
  readonly dividends?: string;
  readonly settlement?: string;
  readonly portfolios?: readonly { readonly form: 'A' | 'B'; readonly as?: string }[];
  readonly webhooks?: readonly { readonly secret?: string }[];
  readonly faults?: readonly { readonly kind: string }[];
}

/** The initial contents of the world: with aliases for its portfolios, without its secrets. */
function fromContents({ world, settings }: HostedWorld): Opening {
  const { seed } = world.kernel;
  const {
    description,
    dividends: _dividendsOfWorld,
    settlement: _settlementOfWorld,
    ...contents
  } = JSON.parse(settings.get(CONTENTS_SETTING) ?? '{}') as KeptContents;
  const formatId = createIdFormatter(seed, 'pf');
  const ids = new Map<string, string>();
  const portfolios = contents.portfolios?.map(({ form, as: given, ...portfolio }, index) => {
    const name = given ?? `portfolio_of_the_world_${index + 1}`;
    ids.set(formatId(index), name);
    return { form, as: name, ...portfolio };
  });
  const webhooks = contents.webhooks?.map(({ secret: _secret, ...webhook }) => webhook);
  const faults = contents.faults?.map((fault) => replayedFault(fault).fault);
  const all = Object.entries({ ...contents, webhooks, faults, portfolios }).filter(([, value]) => isSomething(value));
  const driftCheckMs = Number(settings.get(DRIFT_CHECK_SETTING) ?? DEFAULT_DRIFT_CHECK_MS);
  const beginning = {
    ...(description === undefined ? {} : { description }),
    seed,
    clock: settings.get(STARTED_AT_SETTING),
    ...(driftCheckMs === DEFAULT_DRIFT_CHECK_MS ? {} : { drift_check: `${driftCheckMs}ms` }),
    ...(settings.get(DIVIDENDS_SETTING) === null ? {} : { dividends: 'on' }),
    ...(world.settlement.mode === 'immediate' ? {} : { settlement: world.settlement.mode }),
    ...(all.length === 0 ? {} : { world: Object.fromEntries(all) }),
  };
  return { beginning, ids };
}

/** False for a value that equals being left out. */
function isSomething(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** The rebalances that the segment started, with their current state: the latest if there are many. */
function rebalancesOf({ world }: HostedWorld, commands: readonly RecordedCommand[]): Map<string, string> {
  const ids = new Set(commands.flatMap(({ facts }) => facts?.ids['/rebalance_id'] ?? []));
  const known = [...ids].flatMap((id) => {
    const rebalance = world.rebalances.find(id);
    return rebalance === null ? [] : [[id, rebalance.status] as const];
  });
  return new Map(known.slice(-MAX_REBALANCES));
}
