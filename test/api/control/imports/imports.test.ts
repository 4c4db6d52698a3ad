/** `/sim/imports`: files of prices and portfolios into a running world, completely or not at all (decision P4). */
import { afterAll, describe, expect, test } from 'vitest';
import {
  portfolioImportReport,
  priceImportReport,
} from '../../../../src-server/contract/control/imports/import-report.ts';
import { portfolioList } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { prices as priceList } from '../../../../src-server/contract/service/prices.ts';
import { proves } from '../../../conformance/proves.ts';
import { dayNumber, workbookFile } from '../../../imports/workbook-file.ts';
import { startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { SAP } from '../../service/sample-portfolio.ts';

afterAll(stopAll);

const LEVELS = { name: 'levels.csv', text: 'Datum;SAP;MSCI World\n27.02.2026;200,5;90,0\n30.04.2026;210,5;91,0\n' };

describe('POST /sim/imports/prices', () => {
  test('names no flag of the command line in what it reports and refuses', proves('P4.13'), async () => {
    const server = await startBallast();
    const files = [{ name: 'levels.csv', text: 'Date;SAP\n01/02/2026;200,5\n' }];
    const { issues } = (await server.sim.post('/imports/prices', { files })).as(priceImportReport);
    const issue = '“01/02/2026” may be day or month first; choose the order';
    expect(issues.map((each) => each.issue)).toEqual([issue]);
    const refused = await server.sim.post('/imports/prices', { files, check: false });
    expect(refused.error().details.map((each) => each.issue)).toEqual([`line 2, column 1 (Date): ${issue}`]);
  });

  test('reports without changing anything, then loads the mapped names', proves('P4.13'), async () => {
    const server = await startBallast();
    const head = await server.head();
    const checked = (await server.sim.post('/imports/prices', { files: [LEVELS] })).as(priceImportReport);
    expect(checked).toMatchObject({
      loaded: false,
      refusal: 'One name is unknown; map it.',
      unknown: [{ name: 'MSCI World' }],
    });
    const refused = await server.sim.post('/imports/prices', { files: [LEVELS], check: false });
    expect(refused.status).toBe(400);
    expect(refused.error().details).toEqual([{ path: '/mapping', issue: 'does not say what “MSCI World” stands for' }]);
    expect(await server.head()).toBe(head);
    const mapped = { files: [LEVELS], check: false, mapping: { 'MSCI World': 'skip' } };
    const loaded = (await server.sim.post('/imports/prices', mapped)).as(priceImportReport);
    expect(loaded).toMatchObject({
      loaded: true,
      refusal: null,
      new_world: { clock: '2026-02-27T08:00:00.000Z', until: '2026-04-30', ended: false },
      series: [{ subject: SAP, rows: 2, from: '2026-02-27' }],
    });
    expect(await midOf(server)).toBe(200.5);
  });

  test('says why a running world cannot accept new instruments, or only past prices', async () => {
    const server = await startBallast();
    const past = { name: 'SAP.csv', text: 'Date,Close\n2020-01-31,1\n2020-02-29,2\n' };
    const over = (await server.sim.post('/imports/prices', { files: [past] })).as(priceImportReport);
    expect(over.refusal).toContain(
      'The prices of SAP end on 2020-02-29, before the current time of this world (2026-03-02).',
    );
    expect(over.new_world).toEqual({ clock: '2020-01-31T08:00:00.000Z', until: '2020-02-29', ended: true });
    const own = { files: [LEVELS], mapping: { 'MSCI World': 'new' } };
    const lacking = (await server.sim.post('/imports/prices', own)).as(priceImportReport);
    expect(lacking.refusal).toContain('This world has no MSCI World. Add it to the world first');
    expect((await server.sim.post('/imports/prices', { ...own, check: false })).status).toBe(400);
  });

  test(
    'refuses unreadable cells by file, line and column, and bodies of another shape at their place',
    proves('P4.2', 'P4.13'),
    async () => {
      const server = await startBallast();
      const files = [{ name: 'bad.csv', text: `Date,${SAP}\n2026-03-31,1.5\n2026-02-30,x\n` }];
      const refused = await server.sim.post('/imports/prices', { files, check: false });
      expect(refused.error().details).toEqual([
        { path: '/files/0/text', issue: 'line 3, column 1 (Date): “2026-02-30” is not a date' },
        { path: '/files/0/text', issue: `line 3, column 2 (${SAP}): “x” is not a number` },
      ]);
      const odd = await server.sim.post('/imports/prices', { files: [], dates: 'german' });
      expect(odd.error().details.map(({ path }) => path)).toEqual(['/files', '/dates']);
    },
  );
});

describe('POST /sim/imports/portfolios', () => {
  const depot = (rows: string) => ({ name: 'Depot.csv', text: `Portfolio;ISIN;Quantity;Cost price;Date\n${rows}` });

  test('creates portfolios with their lots and cash', proves('P4.13'), async () => {
    const server = await startBallast();
    const files = [depot(`Anna;${SAP};10;180,25;06.05.2024\nBen;${SAP};5;90,50;13.05.2024\n`)];
    const response = (await server.sim.post('/imports/portfolios', { files, check: false })).as(portfolioImportReport);
    const { portfolios } = (await server.sim.get('/portfolios')).as(portfolioList);
    expect(portfolios.map(({ label, positions, cash }) => [label, positions, cash])).toEqual([
      ['Anna', 1, 0],
      ['Ben', 1, 0],
    ]);
    expect(response.portfolios.map(({ portfolio_id }) => portfolio_id)).toEqual(
      portfolios.map(({ portfolio_id }) => portfolio_id),
    );
  });

  test('creates none of them if one has a date in the future', proves('P4.13'), async () => {
    const server = await startBallast();
    const head = await server.head();
    const files = [depot(`Anna;${SAP};10;180,25;06.05.2024\nBen;${SAP};5;90,50;13.05.2031\n`)];
    const refused = await server.sim.post('/imports/portfolios', { files, check: false });
    expect(refused.error().details).toEqual([
      {
        path: '/files/0/text',
        issue: expect.stringMatching(/^line 3, .*: is acquired on 2031-05-13, after the current time of its world/),
      },
    ]);
    expect((await server.sim.get('/portfolios')).as(portfolioList).portfolios).toEqual([]);
    expect(await server.head()).toBe(head);
    const good = [depot(`Anna;${SAP};10;180,25;06.05.2024\n`)];
    expect((await server.sim.post('/imports/portfolios', { files: good, check: false })).status).toBe(200);
  });
});

describe('a file sent as its bytes', () => {
  const makeWorkbook = async () => {
    const table = (price: number | string) => [
      ['Date', SAP],
      [{ stored: String(dayNumber('2026-02-27')), format: 'd.m.yy' }, price],
      [{ stored: String(dayNumber('2026-04-30')), format: 'd.m.yy' }, 210],
    ];
    const bytes = await workbookFile([
      { name: 'Good', rows: table(200.5) },
      { name: 'Bad', rows: table('x') },
    ]);
    return { name: 'levels.xlsx', base64: bytes.toString('base64') };
  };

  test('may be a workbook, whose sheets are reported and selected', proves('P4.16'), async () => {
    const server = await startBallast();
    const file = await makeWorkbook();
    const report = (await server.sim.post('/imports/prices', { files: [file] })).as(priceImportReport);
    expect(report).toMatchObject({
      refusal: 'One entry cannot be read.',
      files: [{ sheet: null, sheets: ['Good', 'Bad'] }],
    });
    const bad = await server.sim.post('/imports/prices', { files: [{ ...file, sheet: 'Bad' }], check: false });
    expect(bad.error().details).toEqual([
      { path: '/files/0/base64', issue: `row 2, column B (${SAP}): “x” is not a number` },
    ]);
    const loaded = await server.sim.post('/imports/prices', { files: [{ ...file, sheet: 'Good' }], check: false });
    expect(loaded.as(priceImportReport)).toMatchObject({ loaded: true, series: [{ subject: SAP, rows: 2 }] });
    expect(await midOf(server)).toBe(200.5);
  });

  test('may be text in any encoding, and has either text or bytes', async () => {
    const server = await startBallast();
    const base64 = Buffer.from(`Stück;ISIN\n5;${SAP}\n`, 'latin1').toString('base64');
    const columns = { Stück: 'quantity' };
    const response = await server.sim.post('/imports/portfolios', { files: [{ name: 'a.csv', base64 }], columns });
    expect(response.as(portfolioImportReport)).toMatchObject({
      portfolios: [{ positions: 1 }],
      notes: expect.arrayContaining(['a.csv is read as Windows-1252.']),
    });
    const files = [
      { name: 'none' },
      { name: 'both', text: '', base64 },
      { name: 'text', text: '', sheet: 'A' },
      { name: 'bytes', base64: '?' },
    ];
    const odd = await server.sim.post('/imports/portfolios', { files });
    expect(odd.error().details).toEqual([
      { path: '/files/0/text', issue: 'is needed, or else base64, and not both' },
      { path: '/files/1/text', issue: 'is needed, or else base64, and not both' },
      { path: '/files/2/sheet', issue: 'is of a workbook, whose bytes are needed as base64' },
      { path: '/files/3/base64', issue: 'is not base64' },
    ]);
  });

  test('is read next to the world, which responds meanwhile', proves('P4.18'), async () => {
    const server = await startBallast();
    const rows = Array.from(
      { length: 30_000 },
      (_, at) => `${new Date(at * 86_400_000).toISOString().slice(0, 10)},${at + 1}`,
    );
    const text = `Date,${SAP}\n${rows.join('\n')}\n`;
    const order: string[] = [];
    const note = <Result>(name: string, response: Promise<Result>) => response.finally(() => order.push(name));
    await Promise.all([
      note('import', server.sim.post('/imports/prices', { files: [{ name: 'a.csv', text }] })),
      note(
        'clock',
        server.sim.get('/clock').then(() => server.sim.get('/clock')),
      ),
    ]);
    expect(order).toEqual(['clock', 'import']);
  });
});

async function midOf({ b }: TestServer): Promise<number | undefined> {
  const { prices } = (await b.get(`/prices/${SAP}`)).as(priceList);
  return prices.find(({ exchange }) => exchange === 'XETR')?.mid_eur;
}
