/**
 * `/sim/lab-runs`: policies compared next to the world, reported as they progress, stopped, and invalid requests
 * refused.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { priceImportReport } from '../../../../src-server/contract/control/imports/import-report.ts';
import { LAB_MEASURES } from '../../../../src-server/contract/control/lab/lab-measures.ts';
import {
  type LabRunWire,
  labRun,
  labRunFacts,
  labRunList,
} from '../../../../src-server/contract/control/lab/lab-runs.ts';
import { portfolioList } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { proves } from '../../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { untilEnded } from '../../../support/until-over.ts';
import { createSample, SAP, WORLD_ETF } from '../../service/sample-portfolio.ts';

let server: TestServer;
let portfolioId: string;

beforeAll(async () => {
  server = await startBallast({ seed: 5 });
  portfolioId = await createSample(server);
});
afterAll(stopAll);

const POLICIES = [
  { name: 'Hold' },
  { name: 'Monthly', when: [{ calendar: { every: 'month' } }], settings: { drift_threshold: 0.01 } },
  { name: '5 points', when: [{ drift: { threshold: 0.05 } }] },
];
const requestWith = (changes: object = {}) => ({
  name: 'Which one?',
  portfolios: [portfolioId],
  policies: POLICIES,
  to: '2027-03-02T00:00:00Z',
  paths: { seeds: '1..20' },
  ...changes,
});
const start = async (changes: object = {}) =>
  (await server.sim.post('/lab-runs', requestWith(changes))).as(labRunFacts);
const look = async (id: string) => (await server.sim.get(`/lab-runs/${id}`)).as(labRun);
const run = async (changes: object = {}): Promise<LabRunWire> => {
  const { lab_run_id: id } = await start(changes);
  return untilEnded(() => look(id));
};
const meanOf = ({ results }: LabRunWire, policy: string, name: string) =>
  results[0]?.policies.find((each) => each.policy === policy)?.measures.find((each) => each.name === name)?.mean ?? 0;

describe('a lab run', () => {
  test(
    'measures every policy on the same paths, with intervals and paired differences',
    proves('P1.1', 'P2.1', 'P2.3'),
    async () => {
      const ended = await run();
      expect(ended).toMatchObject({ status: 'complete', lives: 60, done: 60, failed: 0, paths: 20, seeds: '1..20' });
      const [result] = ended.results;
      for (const { policy, paths, measures, value_over_time: fan } of result?.policies ?? []) {
        expect([policy, paths, measures.map(({ name }) => name)]).toEqual([
          policy,
          20,
          LAB_MEASURES.map(({ name }) => name),
        ]);
        for (const { p5, p25, median, p75, p95 } of [...measures, ...fan]) {
          expect([p5, p25, median, p75, p95]).toEqual([p5, p25, median, p75, p95].toSorted((a, b) => a - b));
        }
        expect(fan).toHaveLength(40);
      }
      expect(meanOf(ended, 'Hold', 'total_costs_bps')).toBe(0);
      expect(meanOf(ended, 'Monthly', 'mean_drift')).toBeLessThan(meanOf(ended, 'Hold', 'mean_drift'));
      const pair = result?.differences.find(({ policy, against }) => policy === 'Monthly' && against === 'Hold');
      const drift = pair?.measures.find(({ name }) => name === 'mean_drift');
      const between = meanOf(ended, 'Monthly', 'mean_drift') - meanOf(ended, 'Hold', 'mean_drift');
      expect(drift).toMatchObject({ count: 20, is_significant: true });
      expect(drift?.mean).toBeCloseTo(between, 10);
    },
  );

  test(
    'repeats its results to the last digit, and each path alone equals itself among others',
    proves('P1.2'),
    async () => {
      const first = await run();
      expect((await run()).results).toEqual(first.results);
      const { csv } = await resultsOf(first.lab_run_id);
      const alone = await run({ paths: { seeds: '7' } });
      const rows = csv.split('\r\n');
      const { csv: lines } = await resultsOf(alone.lab_run_id);
      for (const line of lines.split('\r\n').slice(1)) expect(rows).toContain(line);
    },
  );

  test('has its results as CSV and as a page without any script', proves('P1.5'), async () => {
    const ended = await run({ policies: [...POLICIES, { name: '=1+1 <b>' }], paths: { seeds: '1..2' } });
    const { csv, page } = await resultsOf(ended.lab_run_id);
    const [head = '', ...rows] = csv.trimEnd().split('\r\n');
    expect(head.split(',').slice(0, 4)).toEqual(['seed', 'portfolio', 'policy', 'tracking_error']);
    expect(rows).toHaveLength(8);
    expect(csv).toContain("'=1+1 <b>");
    expect(page).toContain('&lt;b&gt;');
    expect(page).not.toContain('<script');
  });

  test(
    'pays tax on gains, cash flows and loaded prices, and states that in its measures',
    proves('P1.2', 'P1.3', 'P2.2', 'P2.4'),
    async () => {
      const plain = await run({ to: '2028-03-02T00:00:00Z', taxes: false });
      const taxed = await run({ to: '2028-03-02T00:00:00Z', taxes: true });
      expect(meanOf(plain, 'Monthly', 'taxes_bps')).toBe(0);
      expect(meanOf(taxed, 'Monthly', 'taxes_bps')).toBeGreaterThan(0);
      const saving = await run({ cash_flow: { amount: 500, every: 'month' } });
      expect(meanOf(saving, 'Hold', 'value_at_end')).toBeGreaterThan(meanOf(plain, 'Hold', 'value_at_end') * 0.5);
      const history = [SAP, WORLD_ETF].map((isin) => ({
        isin,
        exchange: 'XETR',
        from: '2026-03-02T00:00:00Z',
        every: '30d',
        mids: Array.from({ length: 14 }, (_, month) => 100 + month),
      }));
      const own = await run({ paths: { history }, to: '2027-02-01T00:00:00Z', from: '2026-03-02T10:00:00Z' });
      expect(own).toMatchObject({ status: 'complete', paths: 1, seeds: null });
      const [measure] = own.results[0]?.policies[0]?.measures ?? [];
      expect(measure).toMatchObject({ count: 1, ci_low: null, ci_high: null });
    },
  );

  test('plays on prices from files of any period, from the first to the last common date', {
    ...proves('P1.2', 'P4.15'),
    tags: ['deep'],
  }, async () => {
    const months = Array.from({ length: 30 }, (_, index) =>
      new Date(Date.UTC(2018, index, 5)).toISOString().slice(0, 10),
    );
    const text = [
      'Datum;SAP;MSCI World ETF',
      ...months.map((day, index) => `${day};${100 + index},5;${60 + index}`),
    ].join('\n');
    const files = [{ name: 'levels.csv', text }];
    const mapping = { 'MSCI World ETF': WORLD_ETF };
    const checked = (await server.sim.post('/imports/prices', { files, mapping, use: 'lab' })).as(priceImportReport);
    expect(checked).toMatchObject({ refusal: null, loaded: false });
    const own = await run({ paths: { import: { files, mapping, exchange: 'XETR' } }, to: '2020-06-05T00:00:00Z' });
    expect(own).toMatchObject({ status: 'complete', paths: 1, seeds: null, from: '2018-01-05T08:00:00.000Z' });
    expect(meanOf(own, 'Hold', 'value_at_end')).toBeGreaterThan(0);
    const asSeries = [SAP, WORLD_ETF].map((isin, column) => ({
      isin,
      exchange: 'XETR',
      points: [...months, '2020-06-06'].map((day, index) => {
        const row = Math.min(index, months.length - 1);
        return [`${day}T00:00:00Z`, column === 0 ? 100.5 + row : 60 + row];
      }),
    }));
    const same = await run({ paths: { history: asSeries }, to: '2020-06-05T00:00:00Z' });
    expect(same.results).toEqual(own.results);
    const unknown = { paths: { import: { files } }, to: '2020-06-05T00:00:00Z' };
    expect(await issuesOf(unknown)).toEqual(['/paths/import/mapping']);
    const broken = [{ name: 'levels.csv', text: `${text}\n2020-07-05;x;1` }];
    expect(await issuesOf({ ...unknown, paths: { import: { files: broken, mapping } } })).toEqual([
      '/paths/import/files/0/text',
    ]);
    const loaded = await server.sim.post('/imports/prices', { files, mapping, use: 'lab', check: false });
    expect([loaded.status, loaded.error().details[0]?.path]).toEqual([400, '/use']);
  });

  test.each(['at_mid_plus_costs', 'full'])(
    'plays instruments with a changed ISIN, %s',
    { ...proves('P1.4', 'O3.8'), tags: ['deep'] },
    async (execution) => {
      const [renamed, usual] = [await startBallast({ seed: 5 }), await startBallast({ seed: 5 })];
      const ended = await Promise.all(
        [renamed, usual].map(async (own) => {
          const id = await createSample(own, { cash: 0 });
          const change = { kind: 'isin_change', isin: SAP, new_isin: 'US88160R1014', ex_at: '2026-03-03T09:00:00Z' };
          if (own === renamed) expect((await own.sim.post('/market/corporate-actions', change)).status).toBe(201);
          await own.advance('24h');
          const body = {
            ...requestWith({ portfolios: [id], paths: { seeds: '1..2' }, to: '2026-06-03T00:00:00Z' }),
            execution,
          };
          const { lab_run_id: lab } = (await own.sim.post('/lab-runs', body)).as(labRunFacts);
          return untilEnded(async () => (await own.sim.get(`/lab-runs/${lab}`)).as(labRun));
        }),
      );
      expect(ended.map(({ failed, failures }) => [failed, failures])).toEqual([
        [0, []],
        [0, []],
      ]);
      expect(ended[0]?.results).toEqual(ended[1]?.results);
    },
  );

  test('writes one of its paths as a scenario, and says which it lacks', proves('P3.4'), async () => {
    const { lab_run_id: id } = await run({ policies: POLICIES.slice(1) });
    const life = { portfolio: (await look(id)).portfolios[0]?.name ?? '', policy: 'Monthly', seed: '3' };
    const ask = (changes: object) =>
      server.sim.get(`/lab-runs/${id}/scenario.yaml?${new URLSearchParams({ ...life, ...changes })}`);
    const written = await ask({});
    expect(written.status).toBe(200);
    expect(parseYaml(written.text)).toMatchObject({ seed: 3, clock: '2026-03-02T09:30:00.000Z' });
    expect((await ask({ policy: 'Daily', seed: '21' })).error().details.map(({ path }) => path)).toEqual([
      '/policy',
      '/seed',
    ]);
    expect((await ask({ seed: 'x' })).error().details[0]?.path).toBe('/seed');
  });

  test('is listed and stopped, and finished ones do not change', proves('P1.5'), async () => {
    const { lab_run_id: id } = await start({ to: '2046-03-02T00:00:00Z', check: 'day', paths: { seeds: '1..2000' } });
    const stopped = (await server.sim.delete(`/lab-runs/${id}`)).as(labRunFacts);
    const ended = await untilEnded(() => look(stopped.lab_run_id));
    expect(ended.status).toBe('stopped');
    const { lab_runs: runs } = (await server.sim.get('/lab-runs')).as(labRunList);
    expect(runs.map(({ lab_run_id }) => lab_run_id)).toContain(id);
    expect((await server.sim.get('/lab-runs/lab_99')).status).toBe(404);
  });

  test('accepts entries as in world files, and reports invalid ones', proves('P1.1'), async () => {
    const entry = {
      form: 'B',
      request: {
        external_id: 'own',
        currency: 'EUR',
        tax_wrapper: 'GIA',
        cash: 10_000,
        targets: [{ isin: SAP, weight: 1 }],
      },
    };
    const ended = await run({ portfolios: [entry] });
    // All of it is cash, and the one target is 100 %.
    const start = { value: 10_000, portfolio_drift: 1, max_drift: 1, constraints: {} };
    expect(ended.portfolios).toEqual([{ name: 'own', portfolio_id: null, currency: 'EUR', ...start }]);
    const unknown = { ...entry, request: { ...entry.request, targets: [{ isin: 'US0378331005', weight: 1 }] } };
    expect(await issuesOf({ portfolios: [portfolioId, unknown] })).toEqual(['/portfolios/1/request/targets/0/isin']);
  });

  test.each([
    [{ portfolios: ['pf_00000000000000000000000000'] }, ['/portfolios/0']],
    [{ policies: [{ name: 'one' }, { name: 'one' }] }, ['/policies/1/name']],
    [
      { policies: [{ name: 'one', when: [{ drift: { threshold: 0.05 } }], band_5_25: true }] },
      ['/policies/0/when/0/drift/threshold'],
    ],
    [{ to: '2026-03-03T00:00:00Z' }, ['/to']],
    [{ to: '2099-01-01T00:00:00Z' }, ['/to']],
    [{ paths: { seeds: '9..2' } }, ['/paths/seeds']],
    [{ paths: { seeds: '1..1000000' } }, ['/paths']],
    [{ execution: 'full', taxes: true, cash_flow: { amount: 1, every: 'year' } }, ['/taxes', '/cash_flow']],
    [{ cash_flow: { amount: 0, every: 'month' } }, ['/cash_flow/amount']],
  ])('refuses %j', proves('P1.7'), async (changes, paths) => {
    expect(await issuesOf(changes)).toEqual(paths);
  });
});

describe('a lab run on loaded prices without a beginning', () => {
  const BONDS = 'IE00B4WXJJ64';
  /** Weekdays of two years: as a benchmark of the same prices would have. */
  const days = Array.from({ length: 728 }, (_, day) => new Date(Date.UTC(2009, 0, 2 + day)))
    .filter((date) => date.getUTCDay() % 6 !== 0)
    .map((date, index) => `${date.toISOString().slice(0, 10)},${900 + 50 * Math.sin(index / 40)}`.slice(0, 20));
  const files = [{ name: `${WORLD_ETF}.csv`, text: `Date,Close\n${days.join('\n')}\n` }];
  const request = { external_id: 'two', currency: 'EUR', tax_wrapper: 'Depot', cash: 0 };
  const targets = [
    { isin: WORLD_ETF, weight: 0.5 },
    { isin: BONDS, weight: 0.5 },
  ];
  const positions = [
    { isin: WORLD_ETF, exchange: 'XETR', quantity: 12 },
    { isin: BONDS, exchange: 'XETR', quantity: 100 },
  ];
  const terms = {
    portfolios: [{ form: 'B', request: { ...request, targets }, positions }],
    policies: [{ name: 'Monthly', when: [{ calendar: { every: 'month' } }] }],
    to: '2010-12-20T00:00:00Z',
    paths: { import: { files, exchange: 'XETR' } },
  };

  test('begins where they are shown, and has the results of noon of that day', proves('P1.3'), async () => {
    const [usual, noon] = [await run(terms), await run({ ...terms, from: '2009-01-02T12:00:00Z' })];
    // Xetra opens at 09:00 in Frankfurt; at midnight its listing still had a simulated price.
    expect(usual.from).toBe('2009-01-02T08:00:00.000Z');
    for (const name of ['tracking_error', 'annual_return', 'annual_volatility'])
      expect(meanOf(usual, 'Monthly', name)).toBeCloseTo(meanOf(noon, 'Monthly', name), 2);
    expect(meanOf(usual, 'Monthly', 'tracking_error')).toBeLessThan(0.05);
  });

  test.each(['2009-01-02T00:00:00Z', '2009-01-02T07:59:59Z'])('is refused from %s on', async (from) => {
    expect(await issuesOf({ ...terms, from })).toEqual(['/from']);
  });
});

test('both executions of a lab run agree over HTTP, too', proves('P3.3'), async () => {
  const terms = { to: '2026-09-02T00:00:00Z', paths: { seeds: '1..2' }, policies: POLICIES.slice(1) };
  const [fast, full] = [await run(terms), await run({ ...terms, execution: 'full' })];
  expect(full).toMatchObject({ status: 'complete', failed: 0 });
  for (const name of ['rebalances_a_year', 'orders_a_year']) {
    expect(meanOf(full, 'Monthly', name)).toBe(meanOf(fast, 'Monthly', name));
  }
});

test('tests policies on instruments of the world alone, in both executions', proves('P1.4'), async () => {
  const file = join(newFolder(), 'world.json');
  const acme = { isin: 'ZZACME000000', name: 'Acme', reference_price: 50, listings: ['XETR'] };
  const request = { external_id: 'own', currency: 'EUR', tax_wrapper: 'GIA', cash: 10_000 };
  const entry = { form: 'B', request: { ...request, targets: [{ isin: acme.isin, weight: 0.6 }] } };
  writeFileSync(file, JSON.stringify({ instruments: [acme], portfolios: [entry] }));
  const other = { ...entry, request: { ...entry.request, external_id: 'other' } };
  const own = await startBallast({ fixtureFile: file });
  const [portfolio] = (await own.sim.get('/portfolios')).as(portfolioList).portfolios;
  const terms = { to: '2026-09-02T00:00:00Z', paths: { seeds: '1..2' }, policies: POLICIES.slice(1) };
  for (const execution of ['at_mid_plus_costs', 'full']) {
    const body = requestWith({ ...terms, execution, portfolios: [portfolio?.portfolio_id, other] });
    const { lab_run_id: id } = (await own.sim.post('/lab-runs', body)).as(labRunFacts);
    const ended = await untilEnded(async () => (await own.sim.get(`/lab-runs/${id}`)).as(labRun));
    expect(ended).toMatchObject({ status: 'complete', lives: 8, failed: 0 });
    expect(meanOf(ended, 'Monthly', 'orders_a_year')).toBeGreaterThan(0);
    const life = new URLSearchParams({ portfolio: 'other', policy: 'Monthly', seed: '2' });
    const { text } = await own.sim.get(`/lab-runs/${id}/scenario.yaml?${life}`);
    expect(parseYaml(text)).toMatchObject({ world: { instruments: [{ isin: acme.isin }] } });
  }
});

async function issuesOf(changes: object): Promise<string[]> {
  const response = await server.sim.post('/lab-runs', requestWith(changes));
  expect(response.status).toBe(400);
  const { error } = JSON.parse(response.text) as { error: { details: { path: string }[] } };
  return error.details.map(({ path }) => path);
}

async function resultsOf(id: string): Promise<{ csv: string; page: string }> {
  const [csv, page] = await Promise.all(
    ['results.csv', 'report.html'].map((name) => server.sim.get(`/lab-runs/${id}/${name}`)),
  );
  const policies = [csv, page].map((file) => file?.headers.get('content-security-policy'));
  expect(policies).toEqual(["default-src 'none'; sandbox", "default-src 'none'; style-src 'unsafe-inline'; sandbox"]);
  return { csv: csv?.text ?? '', page: page?.text ?? '' };
}
