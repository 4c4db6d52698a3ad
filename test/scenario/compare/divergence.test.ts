/** Tests the report of the difference between two event logs, with modified logs of real runs of a real scenario. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playScenario, replayScenarios } from '../../../src-server/app.ts';
import { chainEvent, firstBrokenLink, GENESIS_HEAD, type LoggedEvent } from '../../../src-server/kernel/event-chain.ts';
import {
  describeDivergence,
  eventLabel,
  formatDivergence,
} from '../../../src-server/scenario/compare/format-divergence.ts';
import { compareWithGolden, goldenText, type RunLog } from '../../../src-server/scenario/compare/golden-log.ts';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { proves } from '../../conformance/proves.ts';
import { runBallast } from '../../support/run-process.ts';
import { newFolder, stopAll } from '../../support/start-ballast.ts';

const FIRST = join(packageRoot(), 'fixtures/scenarios/rebalancing/first-rebalance.yaml');
const AGAIN = 'npx ballast replay first.yaml --seed 42';
const BROKEN = 'the chain of the golden log is broken here';
const SENT = 7;

let run: RunLog;
let other: RunLog;

beforeAll(async () => {
  run = await runFirst(42);
  other = await runFirst(43);
});

afterAll(stopAll);

describe('two event logs', () => {
  it('do not diverge if they come from two runs of one seed', async () => {
    expect(divergence((await runFirst(42)).events)).toBeNull();
  });

  it(
    'are distinguished by the one field that differs, with both values, the shared events and the command to repeat the run',
    proves('K7'),
    () => {
      const sent = eventAt(SENT);
      const quantity = Number(sent.data.quantity);
      const changed = rechain(run.events.with(SENT, { ...sent, data: { ...sent.data, quantity: quantity + 1 } }));
      expect(divergence(changed)).toBe(
        [
          'event 8 differs',
          '  golden log: order.sent at 2026-03-02T09:30:00.000Z',
          '  run: order.sent at 2026-03-02T09:30:00.000Z',
          `  /data/quantity: golden log ${quantity + 1}, run ${quantity}`,
          ...led([5, 6]),
          ...[5, 6].map((seq) => `  in common: ${labelAt(seq)}`),
          `  last in common: ${labelAt(7)}, hash ${eventAt(6).hash.slice(0, 12)}`,
          ...[9, 10, 11].map((seq) => `  next in both: ${labelAt(seq)}`),
          `  again: ${AGAIN}`,
        ].join('\n'),
      );
    },
  );

  it.each([
    [
      'another time',
      { atMs: Date.UTC(2026, 2, 2, 9, 31) },
      'golden log: order.sent at 2026-03-02T09:31:00.000Z',
      '/at: ',
    ],
    [
      'another type',
      { type: 'order.lost' },
      'golden log: order.lost at',
      '/type: golden log "order.lost", run "order.sent"',
    ],
    ['another number', { seq: 80 }, 'golden log: order.sent at', '/seq: golden log 80, run 8'],
  ])('are distinguished by %s', (_what, change, side, field) => {
    const text = divergence(rechain(run.events.with(SENT, { ...eventAt(SENT), ...change }))) ?? '';
    expect(text.startsWith('event 8 differs\n')).toBe(true);
    expect(text).toContain(`\n  ${side}`);
    expect(text).toContain(`\n  ${field}`);
    expect(text.match(/^ {2}\//gm)).toHaveLength(1);
    expect(text).not.toContain('broken');
  });

  it('have at most ten fields reported, and then the number of the others', () => {
    const many = Object.fromEntries(Array.from({ length: 13 }, (_, index) => [`new/~${index}`, index]));
    const text = divergence(
      rechain(run.events.with(SENT, { ...eventAt(SENT), data: { ...eventAt(SENT).data, ...many } })),
    );
    expect(text).toContain('\n  /data/new~1~00: golden log 0, run nothing\n');
    expect(text?.match(/^ {2}\//gm)).toHaveLength(10);
    expect(text).toContain('\n  and 3 more\n');
  });

  it('are recognised as lacking an event, having an additional one, or having two in the other order', () => {
    const [sent, next] = [eventAt(SENT), eventAt(SENT + 1)];
    const lost = rechain(renumber(run.events.toSpliced(SENT, 1)));
    expect(divergence(lost)).toContain('the golden log lacks this event of the run, but has the next one');
    const more = rechain(renumber(run.events.toSpliced(SENT, 0, { ...sent, type: 'order.doubted' })));
    expect(divergence(more)).toContain('the run lacks this event of the golden log, but has the next one');
    const swapped = rechain(renumber(run.events.toSpliced(SENT, 2, next, sent)));
    expect(divergence(swapped)).toContain('events 8 and 9 are in the opposite order');
    for (const events of [lost, more, swapped]) {
      expect(firstBrokenLink(events)).toBeNull();
      expect(divergence(events)).toMatch(/^event 8 differs\n[\s\S]*last in common: event 7, /);
    }
  });

  it('are distinguished by the first event that only one of them has', () => {
    const last = run.events.length;
    expect(divergence(run.events.slice(0, -1))).toContain(`event ${last} is only in the run\n  golden log: ends after`);
    const longer = rechain([...run.events, { ...eventAt(SENT), seq: last + 1 }]);
    expect(divergence(longer)).toContain(`event ${last + 1} is only in the golden log\n  golden log: order.sent at`);
    expect(divergence(longer)).toContain(`\n  run: ends after ${last} log entries\n  led there: `);
    expect(divergence([])).toContain('nothing in common');
  });

  it('are recognised as modified if a hash does not match', () => {
    const sent = eventAt(SENT);
    const hashOnly = divergence(run.events.with(SENT, { ...sent, hash: 'f'.repeat(64) }));
    expect(hashOnly).toContain('event 8 differs in nothing but its hash');
    expect(hashOnly).toContain(`/hash: golden log "${'f'.repeat(64)}", run "${sent.hash}"`);
    expect(hashOnly).toContain(BROKEN);
    // Its hashes are still those of the run, so its head does not show the change.
    const edited = run.events.with(SENT, { ...sent, data: { ...sent.data, side: 'borrow' } });
    expect(divergence(edited)).toContain('/data/side: golden log "borrow", run "sell"');
    expect(divergence(edited)).toContain(BROKEN);
    // If the run is the modified log, the run is reported.
    const golden = { name: 'golden log', seed: 42, events: run.events };
    const text = describeDivergence(golden, { name: 'run', seed: 42, events: edited }, AGAIN);
    expect(text).toContain('the chain of the run is broken here');
    expect(text).not.toContain(BROKEN);
  });

  it('of two seeds differ from the first event, and the seeds are reported', () => {
    const text = firstDivergence(goldenText(other), run, AGAIN);
    expect(text).toContain('event 1 differs\n  golden log: world.created at');
    expect(text).toContain('/data/seed: golden log 43, run 42');
    expect(text).toContain('the golden log has seed 43, the run seed 42');
    expect(text).not.toContain('broken');
  });

  it('have long values shortened around their difference, and control characters of the terminal escaped', () => {
    const note = (text: string) =>
      rechain(run.events.with(SENT, { ...eventAt(SENT), data: { note: `${'x'.repeat(5000)}${text}` } }));
    const golden = { name: 'golden log', seed: 42, events: note('\u202e\u009bkept') };
    const text = describeDivergence(golden, { name: 'run', seed: 42, events: note('\u202e\u009blost') }, AGAIN);
    expect(text).toMatch(/\/data\/note: golden log …x{38}\\u202e\\u009bkept", run …x{38}\\u202e\\u009blost"\n/);
  });
});

describe('a golden log', () => {
  it('may have other line ends and blank lines', () => {
    expect(firstDivergence(goldenText(run).replaceAll('\n', '\r\n\r\n'), run, AGAIN)).toBeNull();
  });

  it.each([
    ['another seed', { seed: 43 }, '/fingerprint/seed: golden log 43, run 42'],
    ['another count', { events: 3 }, '/fingerprint/events: golden log 3, run '],
    ['another head', { head: GENESIS_HEAD }, '/fingerprint/head: golden log "000000'],
    ['none', null, '/fingerprint: golden log nothing, run {'],
  ])('with equal events is distinguished by its fingerprint: %s', (_what, change, detail) => {
    const lines = goldenText(run).trimEnd().split('\n');
    const { fingerprint } = JSON.parse(lines.pop() ?? '') as { fingerprint: object };
    const last = change === null ? [] : [JSON.stringify({ fingerprint: { ...fingerprint, ...change } })];
    const text = firstDivergence([...lines, ...last].join('\n'), run, AGAIN);
    expect(text).toContain(
      `all ${run.events.length} events agree, but the fingerprint after them differs\n  ${detail}`,
    );
    expect(text).toContain(`\n  again: ${AGAIN}`);
  });

  it.each([
    ['no JSON', (line: string) => line.slice(0, -3)],
    ['no event', () => '{"at":1}'],
    ['an event with more to it', (line: string) => line.replace('{', '{"extra":1,')],
    ['a number that JSON cannot carry', (line: string) => line.replace(/"at":\d+/, '"at":1e999')],
    ['an instant beyond the calendar', (line: string) => line.replace(/"at":\d+/, '"at":9000000000000000')],
    ['a second end', () => JSON.stringify({ fingerprint: { seed: 1, events: 0, head: '' } }).repeat(2)],
  ])('with a line that is %s is reported with that line', (_what, corrupt) => {
    const lines = goldenText(run).split('\n');
    const corrupted = lines.with(SENT, corrupt(lines[SENT] ?? ''));
    const text = firstDivergence(corrupted.join('\n'), run, AGAIN);
    expect(text).toContain(
      `line 8 of the golden log is neither an event nor its end\n  ${corrupted[SENT]?.slice(0, 60)}`,
    );
    expect(text).toContain('last in common: event 7, ');
  });

  it('that was changed before an unreadable line is reported with the change, which comes first', () => {
    const lines = goldenText(other).split('\n').with(SENT, '?');
    expect(firstDivergence(lines.join('\n'), run, AGAIN)).toContain('event 1 differs');
  });
});

describe('ballast replay', () => {
  it('exits with 1 and prints the event and a command that prints it again', { tags: ['deep'] }, async () => {
    const cwd = newFolder();
    copyFileSync(FIRST, join(cwd, 'first.yaml'));
    writeFileSync(join(cwd, 'first.golden.ndjson'), goldenText(run).replace('"side":"buy"', '"side":"hold"'));
    const first = await replay(cwd, ['first.yaml']);
    expect(first.exitCode).toBe(1);
    expect(first.stdout).toContain('golden log: event 4 differs');
    expect(first.stdout).toContain('/data/orders/2/side: golden log "hold", run "buy"');
    const command = /again: npx ballast replay (.+)/.exec(first.stdout)?.[1];
    expect(command).toBe('first.yaml --seed 42');
    expect(await replay(cwd, command?.split(' ') ?? [])).toEqual(first);
  });

  it('reports the same in JSON, JUnit and HTML, whatever the text in it', async () => {
    const folder = newFolder();
    const file = join(folder, 'an odd name.yaml');
    const text = readFileSync(FIRST, 'utf8').replace('external_id: first-rebalance', `external_id: '<b>]]>&"first"'`);
    writeFileSync(file, text);
    const [junit, html] = [join(folder, 'r.xml'), join(folder, 'r.html')];
    const lines: string[] = [];
    const options = { files: [file], seed: null, update: false, junit, html, json: true };
    const write = (line: string) => lines.push(line);
    await replayScenarios({ ...options, update: true, write });
    const goldenFile = join(folder, 'an odd name.golden.ndjson');
    writeFileSync(goldenFile, readFileSync(goldenFile, 'utf8').replace('&\\"first', '&\\"last'));
    expect(await replayScenarios({ ...options, write })).toBe(1);
    const reported = JSON.parse(lines.at(-1) ?? '').scenarios[0].divergences[0].text as string;
    expect(reported).toContain('/data/external_id: golden log "<b>]]>&\\"last\\"", run "<b>]]>&\\"first\\""');
    expect(reported).toContain(`\n  again: npx ballast replay "${file}" --seed 42`);
    for (const report of [readFileSync(junit, 'utf8'), readFileSync(html, 'utf8')]) {
      expect(report).not.toContain('<b>');
      expect(unescapeMarkup(report)).toContain(reported);
    }
  });
});

async function runFirst(seed: number): Promise<RunLog> {
  const nothing = { vary: {}, dataDir: null, untilMs: null, restoreAfterStep: null };
  const { events } = await playScenario({ ...nothing, file: FIRST, root: packageRoot(), seed, retain: 'all' });
  return { seed, events };
}

/** The report of a run that diverges from its golden log. */
function firstDivergence(golden: string, actual: RunLog, again: string): string | null {
  const found = compareWithGolden(golden, actual, again);
  return found === null ? null : formatDivergence(found);
}

async function replay(cwd: string, args: readonly string[]) {
  const process = runBallast(['replay', ...args], { cwd });
  const { exitCode } = await process.ended;
  // The duration differs every time.
  return { exitCode, stdout: process.stdout().replace(/, [\d.]+ s\)/g, ')'), stderr: process.stderr() };
}

/** `golden`: compared with the real run. */
function divergence(golden: readonly LoggedEvent[]): string | null {
  return describeDivergence({ name: 'golden log', seed: 42, events: golden }, { name: 'run', ...run }, AGAIN);
}

function labelAt(seq: number): string {
  return eventLabel(eventAt(seq - 1));
}

function led(seqs: readonly number[]): string[] {
  return seqs.map((seq) => `  led there: ${labelAt(seq)}`);
}

function eventAt(index: number): LoggedEvent {
  const event = run.events[index];
  if (event === undefined) throw new Error(`the run has no event ${index + 1}`);
  return event;
}

/** Recomputes the hashes as a world would have written them for these events. */
function rechain(events: readonly LoggedEvent[]): LoggedEvent[] {
  let head = GENESIS_HEAD;
  return events.map((event) => {
    const chained = chainEvent(head, event);
    head = chained.hash;
    return chained;
  });
}

function renumber(events: readonly LoggedEvent[]): LoggedEvent[] {
  return events.map((event, index) => ({ ...event, seq: index + 1 }));
}

function unescapeMarkup(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
