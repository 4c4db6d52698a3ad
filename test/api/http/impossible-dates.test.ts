/** Days and times that do not exist are refused wherever an instant is read; none becomes a day of the next month. */

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replayOptions } from '../../../src-server/cli/options/replay-flags.ts';
import { serveOptions } from '../../../src-server/cli/options/serve-options.ts';
import { formatInstant, parseInstant } from '../../../src-server/domain/numbers/instant.ts';
import { loadScenario } from '../../../src-server/runner/library/load-scenario.ts';
import { describeFault } from '../../../src-server/scenario/load/read-yaml.ts';
import { startBallast as startForTest } from '../../../src-server/testing/testing.ts';
import { proves } from '../../conformance/proves.ts';
import { folderOf } from '../../scenario/replay/play-text.ts';
import { startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { createSample, SAP, samplePortfolio } from '../service/sample-portfolio.ts';

const BAD = '2026-02-30T10:00:00Z';
const ISSUE = 'names a day or a time that does not exist';

let server: TestServer;
let portfolioId: string;
beforeAll(async () => {
  server = await startBallast();
  portfolioId = await createSample(server);
});
afterAll(stopAll);

test('an instant is valid exactly when its day is in the calendar', proves('A9'), () => {
  for (const year of [1900, 2000, 2024, 2026, 2096]) {
    for (let month = 1; month <= 12; month += 1) {
      const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
      const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
      for (let day = 1; day <= 31; day += 1) {
        const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}T00:00:00.000Z`;
        const instantMs = parseInstant(text);
        expect([text, instantMs !== null]).toEqual([text, day <= days]);
        if (instantMs !== null) expect(formatInstant(instantMs)).toBe(text);
      }
    }
  }
  for (const text of ['2026-03-02T24:00:00Z', '2026-00-10T00:00Z', '2026-03-00T00:00Z', '2026-03-02T10:60:00Z']) {
    expect([text, parseInstant(text)]).toEqual([text, null]);
  }
});

describe('the control plane', () => {
  test.each<[string, object, string]>([
    ['/clock/advance', { to: BAD }, '/to'],
    ['/clock/advance', { to: '2026-03-02T24:00:00Z' }, '/to'],
    ['/faults', { kind: 'exchange_down', exchange: 'XETR', until: BAD }, '/until'],
    ['/faults', { kind: 'exchange_down', exchange: 'XETR', from: BAD }, '/from'],
    ['/faults', { kind: 'api_error', code: 'internal_error', until: BAD }, '/until'],
    ['/market/events', { kind: 'volatility', isin: SAP, factor: 2, until: BAD }, '/until'],
    ['/journal/verify', { match: {}, since: BAD }, '/since'],
    ['/signature/explain', { headers: {}, body: '', at: BAD }, '/at'],
  ])('refuses one in the body of %s: %j', proves('A9'), async (path, body, place) => {
    const response = await server.sim.post(path, body);
    expect([response.status, response.error().details]).toEqual([
      400,
      expect.arrayContaining([{ path: place, issue: ISSUE }]),
    ]);
  });

  test('refuses one as the day on which a lot was acquired', proves('A9'), async () => {
    const lots = [{ quantity: 5, unit_cost: 10, acquired_at: BAD }];
    const body = { positions: [{ isin: SAP, exchange: 'XETR', quantity: 5, lots }] };
    const response = await server.sim.post(`/portfolios/${portfolioId}/positions`, body);
    expect(response.error().details).toEqual([{ path: '/positions/0/lots/0/acquired_at', issue: ISSUE }]);
  });

  test.each([
    ['/events', 'since'],
    ['/journal', 'since'],
    ['/journal', 'until'],
    ['/journal.har', 'since'],
    [`/bars?isin=${SAP}&exchange=XETR`, 'from'],
    [`/bars?isin=${SAP}&exchange=XETR`, 'to'],
  ])('refuses one in the query of %s: %s', proves('A9'), async (path, name) => {
    const response = await server.sim.get(`${path}${path.includes('?') ? '&' : '?'}${name}=${BAD}`);
    expect([response.status, response.error().details]).toEqual([400, [{ path: `/${name}`, issue: ISSUE }]]);
  });

  test('refuses one in a file of prices', proves('A9'), async () => {
    const body = `timestamp,isin,exchange,mid\n${BAD},${SAP},XETR,300`;
    const response = await server.sim.send('POST', '/market/series', { headers: { 'content-type': 'text/csv' }, body });
    expect([response.status, response.error().details]).toEqual([
      400,
      [{ path: '/lines/2', issue: `timestamp ${ISSUE}` }],
    ]);
  });
});

describe('the beginning of a world', () => {
  const lots = [{ quantity: 1, unit_cost: 10, acquired_at: BAD }];
  const holdings = [{ isin: SAP, exchange: 'XETR', quantity: 1 }];
  test.each<[string, object, RegExp]>([
    ['clock', { clock: BAD }, /\/clock: names a day/],
    ['a lot', { world: { portfolios: [{ form: 'B', request: samplePortfolio({ holdings }), lots }] } }, /\/world\//],
    [
      'a holiday',
      { world: { calendars: { XETR: { closed: ['2026-02-30'] } } } },
      /\/world\/calendars\/XETR\/closed\/0/,
    ],
    [
      'inline prices by points',
      { world: { series: [{ isin: SAP, exchange: 'XETR', points: [[BAD, 10]] }] } },
      /\/world\/series\/0/,
    ],
    [
      'inline prices on a grid',
      { world: { series: [{ isin: SAP, exchange: 'XETR', from: BAD, every: '1h', mids: [10] }] } },
      /\/world\/series\/0/,
    ],
    ['a fault', { world: { faults: [{ kind: 'exchange_down', exchange: 'XETR', until: BAD }] } }, /until: names a day/],
  ])('is refused with one: %s', proves('A9'), async (_what, options, line) => {
    await expect(startForTest(options)).rejects.toThrow(line);
  });

  test.each([
    ['clock', `clock: ${BAD}\nsteps: [{ advance: 1h }]\n`, `/clock: ${ISSUE}`],
    ['a step', `steps: [{ advance: ${BAD} }]\n`, `/steps/0/advance: ${ISSUE}`],
    ['a variable', `variables: { day: ${BAD} }\nsteps: [{ advance: '\${day}' }]\n`, ISSUE],
  ])('is refused in a scenario: %s', proves('A9'), (_what, text, fault) => {
    const root = folderOf({ 'it.yaml': `name: x\n${text}` });
    const result = loadScenario(join(root, 'it.yaml'), root);
    expect(result.ok ? '' : result.faults.map(describeFault).join('\n')).toContain(fault);
  });

  test('is refused by flags', proves('A9'), () => {
    expect(serveOptions({ clock: BAD }, 'silent')).toEqual({ faults: [expect.stringContaining(`--clock: '${BAD}'`)] });
    expect(replayOptions(['x.yaml'], { until: BAD })).toEqual({
      faults: [expect.stringContaining(`--until: '${BAD}'`)],
    });
  });
});
