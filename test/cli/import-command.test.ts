/** `ballast import` as its users see it: real processes, files, exit codes, and a world that starts from the result. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rateList } from '../../src-server/contract/control/market/market-prices.ts';
import { instrumentList, portfolioList } from '../../src-server/contract/control/portfolios/portfolios.ts';
import { proves } from '../conformance/proves.ts';
import { dayNumber, type SheetCell, type SheetToWrite, workbookFile } from '../imports/workbook-file.ts';
import { callBallast } from '../support/call-ballast.ts';
import { runBallast } from '../support/run-process.ts';
import { startBallast, stopAll } from '../support/start-ballast.ts';

const SAP = 'DE0007164600';
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-import-'));
});
afterEach(async () => {
  await stopAll();
  rmSync(folder, { recursive: true, force: true });
});

async function run(...args: string[]) {
  const { exitCode, stdout, stderr } = await callBallast(args, folder);
  return { exitCode, lines: stdout.trimEnd().split('\n'), errors: stderr };
}
const save = (name: string, text: string) => writeFileSync(join(folder, name), text);
const saved = (name: string) => readFileSync(join(folder, name), 'utf8');

describe('ballast import of a workbook', () => {
  const day = (date: string) => ({ stored: String(dayNumber(date)), format: 'dd\\.mm\\.yyyy' });
  const prices = (last: SheetCell) => [
    ['Levels of my fund'],
    ['Date', SAP],
    [day('2026-01-30'), 200],
    [day('2026-02-27'), last],
  ];
  const saveWorkbook = async (sheets: readonly SheetToWrite[]) =>
    writeFileSync(join(folder, 'book.xlsx'), await workbookFile(sheets));

  test('reads the sheet of --sheet, and names sheet, row and column', proves('P4.16'), async () => {
    await saveWorkbook([
      { name: 'Notes', rows: [['Nothing', 'here']] },
      { name: 'Levels', rows: prices(210.5) },
      { name: 'Draft', rows: prices('soon') },
    ]);
    const unsaid = await run('import', 'prices', 'book.xlsx', '--out', 'levels.csv');
    expect([unsaid.exitCode, unsaid.lines.at(-2)]).toEqual([
      65,
      'book.xlsx:1: has several sheets; choose one (--sheet): “Notes”, “Levels”, “Draft”',
    ]);
    const draft = await run('import', 'prices', 'book.xlsx', '--out', 'levels.csv', '--sheet', 'Draft');
    expect([draft.exitCode, draft.lines.at(-2)]).toEqual([65, `book.xlsx:4: column B (${SAP}) “soon” is not a number`]);
    expect(existsSync(join(folder, 'levels.csv'))).toBe(false);
    const done = await run('import', 'prices', 'book.xlsx', '--out', 'levels.csv', '--sheet', 'Levels');
    expect(done.exitCode).toBe(0);
    expect(done.lines.join('\n')).toContain(
      'book.xlsx: a column for each instrument, 2 rows, sheet “Levels”, dates ymd',
    );
    expect(saved('levels.csv')).toContain(`2026-02-27T00:00:00Z,${SAP},XETR,210.5`);
  });

  test('needs one for --sheet, and ends at once on Ctrl+C with nothing written', proves('P4.1', 'P4.16'), async () => {
    save('levels.csv', 'Date,SAP\n2026-01-30,200\n');
    const none = await run('import', 'prices', 'levels.csv', '--check', '--sheet', 'Levels');
    expect([none.exitCode, none.errors]).toEqual([
      64,
      expect.stringContaining('none of the files is a workbook (.xlsx)'),
    ]);
    // The thread that reads files says that it has begun, and then never continues.
    save(
      'never.mjs',
      `import { isMainThread, threadId } from 'node:worker_threads';
      if (!isMainThread) {
        process.stdout.write('reading\\n');
        setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0), 0);
      }`,
    );
    const cut = runBallast(['import', 'prices', 'levels.csv', '--out', 'world.yaml'], {
      cwd: folder,
      env: { NODE_OPTIONS: '--import ./never.mjs' },
    });
    expect(await cut.firstLine).toBe('reading');
    cut.child.kill('SIGINT');
    expect(await cut.ended).toEqual({ exitCode: 130, signal: null });
    expect(readdirSync(folder).sort()).toEqual(['levels.csv', 'never.mjs']);
  });
});

describe('ballast import prices', () => {
  const index =
    'Datum;SAP;Mein Index\n31.01.2026;200,00;1.000,50\n27.02.2026;210,00;1.010,00\n31.03.2026;220,00;1.020,25\n';

  test('--check reports and stores nothing; unknown names are 65', proves('P4.1'), async () => {
    save('index.csv', index);
    const checked = await run('import', 'prices', 'index.csv', '--check');
    expect(checked.exitCode).toBe(65);
    expect(checked.lines).toContain('unknown: “Mein Index” (index.csv)');
    expect(checked.lines.at(-1)).toBe(
      '1 unknown name; nothing was imported: map each to an ISIN, skip or new, with --map or --mapping',
    );
    expect(readdirSync(folder)).toEqual(['index.csv']);
  });

  test(
    '--into adds prices and a custom instrument to a world file, whose comments remain',
    proves('P4.1', 'P4.10'),
    async () => {
      save('index.csv', index);
      save('names.yaml', 'Mein Index: new\n');
      save('world.yaml', '# My world.\nportfolios: [] # none yet\n');
      const done = await run('import', 'prices', 'index.csv', '--into', 'world.yaml', '--mapping', 'names.yaml');
      expect([done.exitCode, done.errors]).toEqual([0, '']);
      expect(done.lines.slice(-2)).toEqual(['written: world.prices.csv', 'written: world.yaml']);
      expect(saved('world.yaml')).toMatch(/^# My world.\nportfolios: \[\] # none yet\n/);
      save('mine.csv', `ISIN,Quantity,Cost price,Date\n${SAP},10,100.5,2020-01-31\n`);
      expect((await run('import', 'portfolio', 'mine.csv', '--into', 'world.yaml')).exitCode).toBe(0);
      const server = await startBallast({ fixtureFile: join(folder, 'world.yaml') });
      const { portfolios } = (await server.sim.get('/portfolios')).as(portfolioList);
      // The world begins on 2 March 2026, when the price of 27 February counts: 10 × 210.
      expect(portfolios.map(({ total_value }) => total_value)).toEqual([2100]);
      const { instruments } = (await server.sim.get('/instruments')).as(instrumentList);
      expect(instruments.find(({ name }) => name === 'Mein Index')?.listings).toEqual(['XETR']);
    },
  );

  test(
    "--out writes series alone, and the ECB's rates become those of the world",
    proves('P4.1', 'P4.12'),
    async () => {
      save('ecb.csv', 'Date,USD,JPY,GBP,\n2026-03-31,1.2,N/A,0.5,\n2026-02-27,1.1,119,0.8,\n');
      expect((await run('import', 'prices', 'ecb.csv', '--out', 'rates.csv')).exitCode).toBe(0);
      expect(saved('rates.csv').split('\n').slice(0, 3)).toEqual([
        'timestamp,isin,exchange,mid',
        '2026-02-27T00:00:00Z,USD,,1.1',
        '2026-03-31T00:00:00Z,USD,,1.2',
      ]);
      save('world.yaml', 'series: [rates.csv]\n');
      const server = await startBallast({ fixtureFile: join(folder, 'world.yaml') });
      const { rates } = (await server.sim.get('/market/fx')).as(rateList);
      expect(rates.find(({ currency }) => currency === 'GBP')?.per_eur).toBe(0.8);
      await server.advance('29d');
      const later = (await server.sim.get('/market/fx')).as(rateList);
      expect(later.rates.find(({ currency }) => currency === 'GBP')?.per_eur).toBe(0.5);
    },
  );

  test('with a line that cannot be read writes nothing, and says which', async () => {
    save('bad.csv', `Date,${SAP}\n2026-01-31,1.5\n2026-02-30,x\n`);
    save('world.yaml', 'portfolios: []\n');
    const refused = await run('import', 'prices', 'bad.csv', '--into', 'world.yaml');
    expect(refused.exitCode).toBe(65);
    expect(refused.lines.slice(-3)).toEqual([
      'bad.csv:3: column 1 (Date) “2026-02-30” is not a date',
      `bad.csv:3: column 2 (${SAP}) “x” is not a number`,
      '2 errors; nothing was imported',
    ]);
    expect(saved('world.yaml')).toBe('portfolios: []\n');
    expect(existsSync(join(folder, 'world.prices.csv'))).toBe(false);
  });

  test('--json prints the report; all invalid flags are reported together', async () => {
    save('index.csv', index);
    const { lines } = await run('import', 'prices', 'index.csv', '--check', '--map', 'Mein Index=skip', '--json');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      loaded: false,
      issue_count: 0,
      series: [{ subject: SAP, rows: 3 }],
    });
    const wrong = await run('import', 'prices', '--dates', 'german', '--map', 'SAP', '--form', 'C');
    expect(wrong.exitCode).toBe(64);
    expect(wrong.errors.trimEnd().split('\n')).toHaveLength(6);
  });
});
