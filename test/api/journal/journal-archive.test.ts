/** Exports of the journal: as an HTTP archive, sent again to another server, and as a command for a shell. */
import { execFileSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { curlOf } from '../../../src-server/api/journal/curl-command.ts';
import { type Archive, archive, replay } from '../../../src-server/contract/control/world/archive.ts';
import { journalDetail, journalList } from '../../../src-server/contract/control/world/journal.ts';
import { proves } from '../../conformance/proves.ts';
import { fc } from '../../support/draws.ts';
import { callerOf, startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { register } from '../../webhooks/one-delivery.ts';
import { startReceiver, stopReceivers } from '../../webhooks/receiver.ts';
import { createSample, executeSample, SAP, samplePortfolio } from '../service/sample-portfolio.ts';

afterEach(async () => {
  stopReceivers();
  await stopAll();
});

const archiveOf = async (server: TestServer, query = '') => (await server.sim.get(`/journal.har${query}`)).as(archive);

describe('the archive', () => {
  test('has the fields of HAR 1.2, oldest first, and can be filtered', proves('L37'), async () => {
    const server = await startBallast();
    const beforeMs = Date.now();
    await server.b.get(`/prices/${SAP}?a=1&b=x%20y`);
    const portfolioId = await createSample(server);
    const response = await server.sim.get('/journal.har');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="ballast-journal.har"');
    const { log } = response.as(archive);
    expect(log).toMatchObject({ version: '1.2', creator: { name: 'Ballast' } });
    const [prices, creation] = log.entries;
    const origin = new URL(server.ballast.baseUrl).origin;
    expect(prices?.request).toMatchObject({
      method: 'GET',
      url: `${origin}/form-b/v1/prices/${SAP}?a=1&b=x%20y`,
      queryString: [
        { name: 'a', value: '1' },
        { name: 'b', value: 'x y' },
      ],
      bodySize: 0,
    });
    expect(prices?.request.postData).toBeUndefined();
    expect(creation?.request.postData?.mimeType).toBe('application/json');
    expect(JSON.parse(creation?.request.postData?.text ?? '')).toMatchObject({ external_id: 'sample' });
    const content = creation?.response.content;
    expect(content?.size).toBe(Buffer.byteLength(content?.text ?? ''));
    expect(JSON.parse(content?.text ?? '')).toMatchObject({ portfolio_id: portfolioId });
    expect(creation).toMatchObject({ response: { status: 201, statusText: 'Created' }, _operation: 'createPortfolio' });
    expect(creation?.timings.wait).toBe(creation?.time);
    const startedMs = Date.parse(creation?.startedDateTime ?? '');
    expect([startedMs >= beforeMs, startedMs <= Date.now()]).toEqual([true, true]);
    expect((await archiveOf(server, '?operation=getPrices')).log.entries).toHaveLength(1);
    expect((await archiveOf(server, '?limit=1')).log.entries[0]?._operation).toBe('createPortfolio');
    expect((await server.sim.get('/journal.har?limit=0')).status).toBe(400);
  });
});

describe('a recorded session', () => {
  test('replays in a world of the same seed, including ids', proves('L38'), async () => {
    const first = await startBallast({ seed: 7 });
    const { portfolioId, rebalanceId } = await executeSample(first);
    await first.b.get(`/portfolios/${portfolioId}`);
    await first.b.get(`/rebalance/${rebalanceId}`);
    await first.b.post('/rebalance', { portfolio_id: portfolioId, colour: 'red' });
    await callerOf(first.ballast.baseUrl, 'sk_nobody-knows-this').get(`/prices/${SAP}`);
    await first.both.get(`/prices/${SAP}`);
    const recorded = await archiveOf(first);
    const second = await startBallast({ seed: 7 });
    const outcome = (await second.sim.post('/journal/replay', recorded)).as(replay);
    expect(outcome).toMatchObject({ replayed: 8, skipped: 0 });
    expect(outcome.results.map(({ recorded_status: status }) => status)).toEqual([
      201, 201, 202, 200, 200, 400, 401, 200,
    ]);
    for (const result of outcome.results)
      expect(result).toMatchObject({ same_status: true, same_body: true, error: null });
    expect(await second.head()).toBe(await first.head());
    const { entries } = (await second.sim.get('/journal')).as(journalList);
    expect(entries.map(({ request_id: id }) => id).reverse()).toEqual(outcome.results.map(({ request_id: id }) => id));
  });

  test('that waits for an advance ends with its world', proves('L38'), async () => {
    const server = await startBallast();
    // Time waits for the receiver of a webhook, which never responds.
    const receiver = await startReceiver(() => null);
    await register(server, receiver.url);
    const { rebalanceId: rebalance } = await executeSample(server);
    await receiver.received(1);
    const recorded = await archiveOf(server);
    for (const entry of recorded.log.entries) Object.assign(entry, { _at: '2026-03-09T12:00:00.000Z' });
    expect((await server.sim.post('/clock/advance', { until: { rebalance } })).status).toBe(202);
    const replaying = server.sim.post('/journal/replay?with_times=true', recorded);
    await server.sim.get('/clock');
    expect((await server.sim.post('/reset')).status).toBe(200);
    expect((await replaying).as(replay).replayed).toBe(0);
  });

  test('shows what has changed', proves('L38'), async () => {
    const first = await startBallast({ seed: 7 });
    const portfolioId = await createSample(first);
    await first.b.get(`/portfolios/${portfolioId}`);
    const recorded = await archiveOf(first);
    const second = await startBallast({ seed: 8 });
    const { results } = (await second.sim.post('/journal/replay', recorded)).as(replay);
    expect(results.map((result) => [result.same_status, result.same_body, result.differences])).toEqual([
      [true, false, []],
      [false, false, [{ place: 'status', issue: 'is 200, but 404 not_found in Ballast' }]],
    ]);
  });

  test('repeats with its times, and without them differs in prices and times only', proves('L38'), async () => {
    const first = await startBallast({ seed: 7 });
    await first.advance('3m');
    const { rebalanceId } = await executeSample(first);
    await first.advance('2h');
    await first.b.get(`/rebalance/${rebalanceId}`);
    await first.b.get(`/prices/${SAP}`);
    const recorded = await archiveOf(first);
    const replayed = async (query: string) => {
      const second = await startBallast({ seed: 7 });
      const { results } = (await second.sim.post(`/journal/replay${query}`, recorded)).as(replay);
      return { results, head: await second.head() };
    };
    const [timed, untimed] = [await replayed('?with_times=true'), await replayed('')];
    expect(timed.results.map(({ same_body: isSame }) => isSame)).toEqual(recorded.log.entries.map(() => true));
    expect(timed.head).toBe(await first.head());
    expect(untimed.results.some(({ same_body: isSame }) => isSame === false)).toBe(true);
    for (const { differences, not_compared: reason } of [...timed.results, ...untimed.results])
      expect([differences, reason]).toEqual([[], null]);
  });

  test('does not compare responses that a fault broke or a rate limit refused', proves('L38'), async () => {
    const first = await startBallast({ seed: 7 });
    await first.sim.post('/faults', { kind: 'api_error', code: 'internal_error', count: 1 });
    await first.b.get(`/prices/${SAP}`);
    await first.sim.post('/faults', { kind: 'api_error', code: 'rate_limit', retry_after_s: 1, count: 1 });
    await first.b.get(`/prices/${SAP}`);
    const recorded = await archiveOf(first);
    const { results } = (await first.sim.post('/journal/replay', recorded)).as(replay);
    expect(results.map((result) => [result.status, result.differences, result.not_compared])).toEqual([
      [200, [], 'the fault api_error was injected'],
      [200, [], expect.stringContaining('rate limit')],
    ]);
  });

  test(
    'of a browser or proxy is accepted too: its host does not matter, its secrets are removed',
    proves('L38'),
    async () => {
      const server = await startBallast();
      const entry = (method: string, url: string, rest: object = {}) => ({
        startedDateTime: '2024-01-01T00:00:00.000Z',
        request: {
          method,
          url,
          httpVersion: 'h2',
          headers: [
            { name: ':authority', value: 'api.example.com' },
            { name: 'Authorization', value: 'Bearer of-theirs-and-secret' },
            { name: 'Cookie', value: 'a=b' },
            { name: 'Content-Type', value: 'application/json' },
            { name: 'Origin', value: 'https://example.com' },
            { name: 'X-Kept', value: 'yes' },
          ],
          ...rest,
        },
        response: { status: 200, content: { text: Buffer.from('{"a":1}').toString('base64'), encoding: 'base64' } },
      });
      const foreign = {
        log: {
          version: '1.2',
          creator: { name: 'WebInspector', version: '537.36' },
          pages: [],
          entries: [
            entry('GET', 'https://cdn.example.com/app.js'),
            entry('GET', `https://api.example.com/form-b/v1/prices/${SAP}`),
            entry('POST', 'https://api.example.com/v1/portfolios?x=1', {
              postData: { mimeType: 'application/json', text: '{}' },
            }),
            entry('GET', 'https://api.example.com/v10/prices/x'),
            entry('GET', 'chrome-extension://abc/v1/prices/x'),
            entry('GET', 'not a url'),
            entry('GET', 'https://api.example.com/sim/journal'),
            entry('GET', `https://api.example.com/v1/../sim/clock`),
          ],
        },
      };
      const outcome = (await server.sim.post('/journal/replay', foreign)).as(replay);
      expect(outcome).toMatchObject({ replayed: 2, skipped: 6 });
      expect(outcome.results).toMatchObject([
        { index: 1, method: 'GET', status: 200, same_status: true, same_body: false },
        { index: 2, method: 'POST', path: '/v1/portfolios?x=1', status: 400, same_status: false },
      ]);
      const { entries } = (await server.sim.get('/journal?full=true')).as(journalList);
      const text = JSON.stringify(entries);
      expect(text).toContain('"x-kept":"yes"');
      for (const gone of ['of-theirs', 'a=b', 'api.example.com']) expect(text).not.toContain(gone);
    },
  );

  test('continues with the given key, and ends at the limit', proves('L38'), async () => {
    const server = await startBallast();
    for (let count = 0; count < 3; count += 1) await server.b.get(`/prices/${SAP}`);
    const recorded = await archiveOf(server);
    const outcome = (await server.sim.post('/journal/replay?limit=2&key=sk_unknown', recorded)).as(replay);
    expect(outcome).toMatchObject({ replayed: 2, skipped: 1, results: [{ status: 401 }, { status: 401 }] });
  });

  test.each<[string, unknown, string[]]>([
    ['', {}, ['/log']],
    [
      '',
      { log: { entries: [{}, { request: { method: 'GET' } }] } },
      ['/log/entries/0/request', '/log/entries/1/request/url'],
    ],
    ['', { log: { entries: [{ request: { method: 'G T', url: '/' } }] } }, ['/log/entries/0/request/method']],
    ['?limit=0', { log: { entries: [] } }, ['/limit']],
    ['?key=', { log: { entries: [] } }, ['/key']],
  ])('%s %j is 400 at %j', proves('L38'), async (query, body, paths) => {
    const server = await startBallast();
    const response = await server.sim.post(`/journal/replay${query}`, body);
    expect(response.status).toBe(400);
    expect(response.error().details.map(({ path }) => path)).toEqual(paths);
  });

  test('is refused above 16 MiB and if it is no JSON', proves('L38'), async () => {
    const server = await startBallast();
    const large = { headers: { 'content-type': 'application/json' }, body: `"${'x'.repeat(16 * 1_048_576)}"` };
    expect((await server.sim.send('POST', '/journal/replay', large)).error().message).toBe(
      'The archive is larger than 16 MiB.',
    );
    const text = { headers: { 'content-type': 'text/plain' }, body: '{}' };
    expect((await server.sim.send('POST', '/journal/replay', text)).status).toBe(400);
  });
});

describe('the command for a shell', () => {
  /** The arguments that a shell passes to a command called curl. */
  const shellTokens = (command: string): string[] => {
    const script = `curl() { for word; do printf '%s\\0' "$word"; done; }; ${command}`;
    const env = { ...process.env, BALLAST_API_KEY: 'the key' };
    return execFileSync('/bin/sh', ['-c', script], { env }).toString('utf8').split('\0').slice(0, -1);
  };

  test('passes everything unchanged, whatever it contains, and runs nothing of it', {
    ...proves('L35'),
    tags: ['deep'],
  }, () => {
    const hostile = fc.string({
      unit: fc.constantFrom("'", '"', '$', '`', '\\', '(', ')', ';', '!', '*', '\n', ' ', 'é', 'x'),
      maxLength: 20,
    });
    fc.assert(
      fc.property(hostile, hostile, (body, value) => {
        const header = value.replaceAll('\n', '');
        const contents = { requestHeaders: { authorization: 'Bearer [redacted]', 'x-a': header }, requestBody: body };
        expect(
          shellTokens(curlOf({ method: 'POST', path: "/v1/x?'$(touch y)" }, contents, 'http://127.0.0.1:1')),
        ).toEqual([
          ...['--globoff', '--path-as-is', '--request', 'POST', "http://127.0.0.1:1/v1/x?'$(touch y)"],
          ...['--header', 'Authorization: Bearer the key', '--header', header === '' ? 'x-a;' : `x-a: ${header}`],
          ...['--header', 'Content-Type:', '--data-raw', body],
        ]);
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    ['as it was', {}, (text: string) => text],
    ['also if it was compressed', { 'content-encoding': 'gzip' }, (text: string) => gzipSync(text)],
  ])('sends the request again %s, and so does a replay', proves('L35', 'L38'), async (_how, coding, pack) => {
    const server = await startBallast();
    const sample = JSON.stringify(samplePortfolio({ external_id: "it's $HOME" }));
    const sent = { headers: { 'content-type': 'application/json', ...coding }, body: pack(sample) };
    expect((await server.b.send('POST', '/portfolios', sent)).status).toBe(201);
    const id = (await server.sim.get('/journal')).as(journalList).entries[0]?.request_id;
    const other = await startBallast();
    const { results } = (await other.sim.post('/journal/replay', await archiveOf(server))).as(replay);
    expect(results).toMatchObject([{ recorded_status: 201, status: 201 }]);
    const { curl } = (await server.sim.get(`/journal/${id}`)).as(journalDetail);
    const [url = '', ...args] = shellTokens(curl).slice(4);
    const headers = Object.fromEntries(
      args.filter((_arg, index) => args[index - 1] === '--header').map((line) => line.split(': ') as [string, string]),
    );
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, Authorization: `Bearer ${server.ballast.apiKey}` },
      body: args.at(-1) ?? '',
    });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ external_id: "it's $HOME" });
  });
});

test('a request without a response is status 0 in an archive', proves('L37'), async () => {
  const server = await startBallast();
  await server.sim.post('/faults', { kind: 'api_connection_reset' });
  await expect(server.b.get(`/prices/${SAP}`)).rejects.toThrow();
  const { log }: Archive = await archiveOf(server, '?status=none');
  expect(log.entries).toMatchObject([
    { response: { status: 0, content: { text: '' } }, _fault: { kind: 'api_connection_reset' } },
  ]);
});
