/** `ballast diff`: golden logs, scenarios and data folders compared with each other, and inputs that cannot be read. */
import { copyFileSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { diffRuns } from '../../src-server/app.ts';
import { diffReport } from '../../src-server/contract/control/scenarios/diff-report.ts';
import { proves } from '../conformance/proves.ts';
import { callBallast } from '../support/call-ballast.ts';
import { fixture, removeReplayFolders, replay, replayFolder } from '../support/replay.ts';
import { startBallast, stopAll } from '../support/start-ballast.ts';

const FIRST = fixture('rebalancing/first-rebalance');
const GOLDEN = FIRST.replace('.yaml', '.golden.ndjson');

afterEach(async () => {
  await stopAll();
  removeReplayFolders();
});

describe('two runs', () => {
  it('are the same if a golden log, a scenario and a world on disk have equal histories', proves('K47'), async () => {
    const folder = join(replayFolder(), 'world');
    await replay([FIRST], { dataDir: folder });
    const before = readdirSync(folder);
    for (const [first, second] of [
      [GOLDEN, FIRST],
      [FIRST, folder],
      [join(folder, 'ballast.db'), GOLDEN],
    ] as const) {
      const { exit, text } = await diff(first, second);
      expect([exit, text]).toEqual([
        0,
        expect.stringMatching(/^both runs are the same: 30 log entries, head [0-9a-f]{12}$/),
      ]);
    }
    expect(readdirSync(folder)).toEqual(before);
  });

  it('are compared by their logs first, then by their results', proves('K47'), async () => {
    const folder = join(replayFolder(), 'world');
    await replay([FIRST], {
      dataDir: folder,
      vary: { '/world/exchanges': { XETR: { commission: { bps: 3, minimum: 3, cap: 60 } } } },
    });
    const { exit, text } = await diff(FIRST, folder);
    expect(exit).toBe(1);
    expect(text).toMatch(/^event 3 differs\n/);
    expect(text).toMatch(/\ncosts:\n {2}commission: [\d.]+ EUR, then [\d.]+ EUR \(\+[\d.]+\)\n/);
    expect(text).toMatch(/\ncash:\n {2}first-rebalance: 4695\.87 EUR, then [\d.]+ EUR \(-[\d.]+\)/);
    const { lines } = await diff(FIRST, folder, true);
    const report = diffReport.parse(JSON.parse(lines[0] ?? ''));
    expect([report.same, report.divergence?.event]).toEqual([false, 3]);
    expect(report.differences.map(({ area }) => area)).toContain('costs');
  });

  it('is not compared with a log whose entries do not match their types', proves('K139.4', 'K47'), async () => {
    const file = join(replayFolder(), 'renamed.golden.ndjson');
    writeFileSync(file, readFileSync(GOLDEN, 'utf8').replaceAll('"price":', '"unit_price":'));
    const { exit, text } = await diff(GOLDEN, file);
    expect(exit).toBe(65);
    expect(text).toMatch(/renamed\.golden\.ndjson: event \d+: order\.filled has no \/fill\/price$/);
  });

  it('of two seeds differ in fills, holdings and deliveries', proves('K47'), async () => {
    const file = join(replayFolder(), 'other.yaml');
    writeFileSync(file, readFileSync(FIRST, 'utf8').replace('seed: 42', 'seed: 43'));
    const { lines } = await diff(FIRST, file, true);
    const { differences } = diffReport.parse(JSON.parse(lines[0] ?? ''));
    expect(new Set(differences.map(({ area }) => area))).toEqual(
      new Set(['fills', 'costs', 'cash', 'holdings', 'deliveries']),
    );
  });

  it('that cannot be read are 65 with a line for each', proves('K47'), async () => {
    const folder = replayFolder();
    const [corrupted, text] = [join(folder, 'spoilt.golden.ndjson'), join(folder, 'text.db')];
    writeFileSync(corrupted, readFileSync(GOLDEN, 'utf8').replace(/^.*\n/, 'no event\n'));
    writeFileSync(text, 'no database');
    for (const [path, why] of [
      [join(folder, 'none.ndjson'), 'there is no such file or folder'],
      [folder, 'is not a data folder'],
      [corrupted, ':1:1 is neither an event nor the end of a log: no event'],
      [text, 'is not a Ballast world'],
    ] as const) {
      const { exit, text: reported } = await diff(path, GOLDEN);
      expect([exit, reported]).toEqual([65, expect.stringContaining(why)]);
    }
    expect((await diff(corrupted, text)).lines).toHaveLength(2);
  });

  it(
    'of which one is still being written are refused, but one that a crash left behind is read',
    proves('K47'),
    async () => {
      const folder = join(replayFolder(), 'world');
      const server = await startBallast({ dataDir: folder, seed: 1 });
      await server.advance('1h');
      const crashed = join(replayFolder(), 'crashed');
      cpSync(folder, crashed, { recursive: true });
      const busy = await diff(folder, crashed);
      expect([busy.exit, busy.text]).toEqual([65, expect.stringContaining('is in use by another Ballast')]);
      await server.stop();
      const before = readdirSync(crashed);
      expect(await diff(folder, crashed)).toMatchObject({ exit: 0 });
      expect(readdirSync(crashed)).toEqual(before);
    },
  );
});

describe('ballast diff', () => {
  it('needs two runs, and otherwise says what it was given', async () => {
    const { exitCode, stderr } = await callBallast(['diff', GOLDEN, '--jsn']);
    expect(exitCode).toBe(64);
    expect(stderr).toBe(
      "ballast: unknown option '--jsn' (did you mean --json?)\nballast: diff needs two runs to compare\n",
    );
  });

  it('ends with 0 if two runs are the same, otherwise with 1', async () => {
    const other = join(replayFolder(), 'other.golden.ndjson');
    copyFileSync(GOLDEN, other);
    expect((await callBallast(['diff', GOLDEN, other])).exitCode).toBe(0);
    const different = await callBallast(['diff', GOLDEN, GOLDEN.replace('first-rebalance', 'form-a')]);
    expect([different.exitCode, different.stdout]).toEqual([1, expect.stringContaining('event 2 differs')]);
  });
});

async function diff(first: string, second: string, json = false) {
  const lines: string[] = [];
  const exit = await diffRuns({ first, second, json, write: (line) => lines.push(line) });
  return { exit, lines, text: lines.join('\n') };
}
