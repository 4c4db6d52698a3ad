import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { replayScenarios } from '../../../src-server/app.ts';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { proves } from '../../conformance/proves.ts';

const FIRST = join(packageRoot(), 'fixtures/scenarios/rebalancing/first-rebalance.yaml');
const GOLDEN = FIRST.replace('.yaml', '.golden.ndjson');
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('replaying a scenario', () => {
  it('passes the first rebalance against its golden event log', async () => {
    const { exit, lines } = await replay([FIRST]);
    expect(lines.join('\n')).toMatch(
      /^passed {2}First rebalance {2}\(13 steps, \d+ log entries, head [0-9a-f]{12}, \d+\.\d\d s\)$/,
    );
    expect(exit).toBe(0);
  });

  it('passes an exchange outage in the middle of a rebalance, with steps of the control plane', async () => {
    const { exit, lines } = await replay([FIRST.replace('rebalancing/first-rebalance', 'exchanges/exchange-down')]);
    expect(lines.join('\n')).toMatch(/^passed {2}Exchange down in the middle of a rebalance {2}\(17 steps, /);
    expect(exit).toBe(0);
  });

  it('passes Form A from cash to a record, with a key that is sent twice', async () => {
    const { exit, lines } = await replay([FIRST.replace('first-rebalance', 'form-a')]);
    expect(lines.join('\n')).toMatch(/^passed {2}Form A, from cash to a MiFID II record {2}\(13 steps, /);
    expect(exit).toBe(0);
  });

  it('gives the same chain head twice and another one for another seed', async () => {
    const hashes = [];
    for (const seed of [7, 7, 8]) {
      const { lines } = await replay([FIRST], { seed, json: true });
      hashes.push(JSON.parse(lines[0] ?? '').scenarios[0].head);
    }
    expect(hashes[0]).toBe(hashes[1]);
    expect(hashes[2]).not.toBe(hashes[0]);
  });

  it('reports the first event that differs from the golden log, and rewrites the log if requested', async () => {
    const folder = newFolder();
    const file = join(folder, 'first.yaml');
    copyFileSync(FIRST, file);
    const golden = readFileSync(GOLDEN, 'utf8').split('\n');
    const tampered = golden.with(5, (golden[5] ?? '').replace(/"at":\d+/, '"at":1'));
    writeFileSync(join(folder, 'first.golden.ndjson'), tampered.join('\n'));
    const { exit, lines } = await replay([file]);
    expect(exit).toBe(1);
    const output = lines.join('\n');
    expect(output).toContain(
      'golden log: event 6 differs\n    golden log: rebalance.executing at 1970-01-01T00:00:00.001Z\n',
    );
    expect(output).toContain(`\n    /at: golden log 1, run ${Date.UTC(2026, 2, 2, 9, 30)}\n`);
    // Once: the golden log's own line is the one that shows it again.
    expect(output.match(/again: .*/g)).toEqual([`again: npx ballast replay ${file} --seed 42`]);
    await replay([file], { update: true });
    expect(readFileSync(join(folder, 'first.golden.ndjson'), 'utf8')).toBe(readFileSync(GOLDEN, 'utf8'));
  });

  it('stops at a failing step and reports its place, the expected and the actual value', proves('K44'), async () => {
    const file = write('wrong.yaml', readFileSync(FIRST, 'utf8').replace('/cash/amount: 5000', '/cash/amount: 4999'));
    const folder = newFolder();
    const [junit, html] = [join(folder, 'r.xml'), join(folder, 'r.html')];
    const { exit, lines } = await replay([file], { junit, html });
    expect(exit).toBe(1);
    expect(lines[0]).toMatch(/^FAILED {2}First rebalance {2}\(1 step, /);
    const line = readFileSync(file, 'utf8').split('\n').indexOf('steps:') + 2;
    expect(lines[1]).toBe(`  step 1, ${file}:${line}:5, at 2026-03-02T09:30:00.000Z`);
    expect(lines[3]).toBe('      /cash/amount: expected 4999, got 5000');
    expect(lines).toContain('    event 3, portfolio.created at 2026-03-02T09:30:00.000Z');
    expect(lines.at(-1)).toBe(`  again: npx ballast replay ${file} --seed 42`);
    expect(readFileSync(junit, 'utf8')).toContain('tests="1" failures="1"');
    expect(readFileSync(html, 'utf8')).toContain('expected 4999, got 5000');
  });

  it(
    'reports every issue of a bad file at its line and pointer, and runs the others',
    proves('K40', 'K123'),
    async () => {
      const text = readFileSync(FIRST, 'utf8')
        .replace('seed: 42', 'seed: -1')
        .replace('quantity: 420 }', 'quantity: many }')
        .replace('- advance: 6s', '- advance: six seconds')
        .replace('tax_wrapper: Depot', 'tax_wraper: Depot');
      const file = write('bad.yaml', text);
      const { exit, lines } = await replay([FIRST, file]);
      expect(exit).toBe(65);
      const lineOf = (part: string) => text.split('\n').findIndex((line) => line.includes(part)) + 1;
      for (const [part, pointer] of [
        ['seed: -1', '/seed'],
        ['quantity: many', '/world/portfolios/0/request/holdings/1/quantity'],
        ['six seconds', '/steps/5/advance'],
        ['tax_wraper', '/world/portfolios/0/request/tax_wraper'],
      ] as const) {
        expect(
          lines.some((line) => line.startsWith(`  ${file}:${lineOf(part)}:`) && line.includes(`${pointer}: `)),
        ).toBe(true);
      }
      expect(lines[0]).toMatch(/^passed {2}First rebalance /);
      expect(lines[1]).toBe(`FAILED  ${file}  (cannot be run)`);
      expect(lines.slice(-2)).toEqual([
        `  again: npx ballast validate ${file}`,
        expect.stringMatching(/^1 passed, 1 FAILED in /),
      ]);
    },
  );

  it.each([
    ['a missing file', null, /does not exist/],
    ['broken YAML', 'name: [unclosed\n', /:\d+:\d+ /],
    ['a repeated key', 'name: a\nname: b\n', /:2:1 .*twice/],
    ['an alias bomb', aliasBomb(), /alias/],
    [
      'an instrument outside the universe',
      unknownInstrument(),
      /\/world\/portfolios\/0\/request\/targets\/0\/isin: US0378331005 is not an instrument of this world/,
    ],
  ])('refuses %s with exit 65', async (_what, text, message) => {
    const file = text === null ? join(newFolder(), 'missing.yaml') : write('bad.yaml', text);
    const { exit, lines } = await replay([file]);
    expect(exit).toBe(65);
    expect(lines.join('\n')).toMatch(message);
  });
});

async function replay(files: string[], options: Partial<Parameters<typeof replayScenarios>[0]> = {}) {
  const lines: string[] = [];
  const none = { seed: null, update: false, junit: null, html: null, json: false };
  const exit = await replayScenarios({ ...none, files, write: (line) => lines.push(line), ...options });
  return { exit, lines };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-replay-'));
  folders.push(folder);
  return folder;
}

function write(name: string, text: string): string {
  const file = join(newFolder(), name);
  writeFileSync(file, text);
  return file;
}

function aliasBomb(): string {
  const levels = ['a: &a [x, x, x, x, x, x, x, x, x]'];
  for (const [name, previous] of ['ba', 'cb', 'dc', 'ed', 'fe', 'gf'].map((pair) => [...pair])) {
    levels.push(`${name}: &${name} [${Array(9).fill(`*${previous}`).join(', ')}]`);
  }
  return levels.join('\n');
}

function unknownInstrument(): string {
  // US0378331005 is a valid ISIN that no simulated exchange lists.
  return readFileSync(FIRST, 'utf8').replace('isin: DE0007164600, weight', 'isin: US0378331005, weight');
}
