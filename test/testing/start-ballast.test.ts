/** Tests `startBallast` as a test uses it: its defaults, its errors, how it ends, and that servers share nothing. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import {
  type Ballast,
  BallastError,
  BallastStartError,
  BallastStoppedError,
  connectBallast,
  type StartOptions,
  startBallast,
} from '../../src-server/testing/testing.ts';
import { proves } from '../conformance/proves.ts';
import { newFolder, stopAll } from '../support/start-ballast.ts';
import { FOREIGN_RESPONSES, withForeignServer } from './foreign-server.ts';
import { mine } from './mine.ts';

const running: Ballast[] = [];
afterEach(async () => {
  for (const ballast of running.splice(0)) await ballast.stop();
});
afterAll(stopAll);

async function start(options?: StartOptions): Promise<Ballast> {
  const ballast = await startBallast(options);
  running.push(ballast);
  return ballast;
}

describe('a server for a test', () => {
  test('is on a free port, in memory, and its clock is paused', proves('K73'), async () => {
    const ballast = await start();
    expect(await ballast.clock()).toMatchObject({ now: '2026-03-02T09:30:00.000Z', mode: 'manual' });
    expect(await ballast.control('GET', '/session')).toMatchObject({
      base_url: ballast.baseUrl,
      form_a_url: ballast.formAUrl,
      form_b_url: ballast.formBUrl,
      control_url: ballast.controlUrl,
      api_key: ballast.apiKey,
      data: null,
    });
    const response = await ballast.fetch('/prices/DE0007164600');
    expect(response.status).toBe(200);
    expect(response.headers.has('ratelimit')).toBe(false);
    expect(ballast.headers({ accept: 'text/plain' })).toEqual({
      authorization: `Bearer ${ballast.apiKey}`,
      accept: 'text/plain',
    });
  });

  test('begins with the given options', proves('K73'), async () => {
    const ballast = await start({
      seed: 9,
      clock: '2026-06-01T08:00:00Z',
      clockMode: 'instant',
      tier: 'starter',
      rateLimit: 5,
      rules: 'enforce',
      webhooks: ['/sim/sink/all'],
      apiKey: 'my-key',
      adminToken: 'my-token',
      world: { portfolios: [mine('first')] },
    });
    expect([ballast.seed, ballast.apiKey, ballast.adminToken]).toEqual([9, 'my-key', 'my-token']);
    expect(await ballast.clock()).toMatchObject({ now: '2026-06-01T08:00:00.000Z', mode: 'instant' });
    const { portfolio_id: id } = (await (
      await ballast.fetch(`/portfolios/${ballast.portfolioId('first')}`)
    ).json()) as {
      portfolio_id: string;
    };
    expect(id).toBe(ballast.portfolioId('first'));
    expect(() => ballast.portfolioId('second')).toThrow('name no portfolio second; names there are: first.');
    const codes = await Promise.all(
      Array.from({ length: 6 }, async () => (await ballast.fetch('/prices/DE0007164600')).status),
    );
    expect(codes).toContain(429);
    expect(await ballast.control('GET', '/accounts')).toMatchObject({ accounts: [{ tier: 'starter' }] });
    expect(await ballast.control('GET', '/webhooks')).toMatchObject({ webhooks: [{ url: '/sim/sink/all' }] });
  });

  test('passes on options of fetch that it does not know, unless they look like a typo', proves('K120'), async () => {
    const ballast = await start();
    const further = { futureOption: 1 } as RequestInit;
    expect((await ballast.fetch('/prices/DE0007164600', further)).status).toBe(200);
    await expect(ballast.fetch('/prices/DE0007164600', { haeders: {} } as RequestInit)).rejects.toThrow(
      'did you mean headers?',
    );
  });

  test('takes its world from a file as well, and stores it in a folder', proves('K73'), async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'world.yaml'), JSON.stringify({ portfolios: [mine('first')] }));
    const options = { world: join(folder, 'world.yaml'), dataDir: join(folder, 'data') };
    const first = await start(options);
    await first.advance('1h');
    await first.stop();
    const second = await start(options);
    expect((await second.clock()).now).toBe('2026-03-02T10:30:00.000Z');
    expect(await second.events('portfolio.created')).toHaveLength(1);
  });

  test('shares nothing with others in the process', proves('K73'), async () => {
    const [one, other] = await Promise.all([start({ seed: 1 }), start({ seed: 1 })]);
    await one.createPortfolio({ form: 'B', targets: [{ isin: 'DE0007164600', weight: 1 }] });
    await one.advance('1d');
    expect(one.origin).not.toBe(other.origin);
    expect(await other.events('portfolio.created')).toEqual([]);
    expect((await other.clock()).now).toBe('2026-03-02T09:30:00.000Z');
  });

  test.each<[string, object, RegExp]>([
    ['an option there is not', { rulez: 'off' }, /^ {2}- \/rulez: is not a known field \(did you mean rules\?\)$/m],
    ['a seed that is none', { seed: 1.5 }, /^ {2}- \/seed: /m],
    [
      'a bad world',
      { world: { portfolios: [{ form: 'B', request: {} }] } },
      /^ {2}- \/world\/portfolios\/0\/request\/targets: is missing$/m,
    ],
    [
      'an ISIN that there is not',
      { world: { portfolios: [mine('x', 'US0378331005')] } },
      /^ {2}- \/world\/portfolios\/0/m,
    ],
    ['a file that is not there', { world: '/nowhere/world.yaml' }, /nowhere\/world\.yaml: does not exist/],
    [
      'a webhook beyond loopback',
      { webhooks: ['http://example.com/'] },
      /- webhooks http:\/\/example\.com\/: .*; allowWebhookHosts allows other hosts$/m,
    ],
    [
      'a sink with a name that is none',
      { webhooks: ['/sim/sink/my inbox'] },
      /- webhooks \/sim\/sink\/my inbox: is not a path of the built-in sink .*: its name is not 1 to 64 of /,
    ],
    ['a host that may never be', { allowWebhookHosts: ['x=0.0.0.0'] }, /\/allowWebhookHosts\/0: 'x=0\.0\.0\.0' /],
  ])('is refused with %s, which it names', proves('K73'), async (_what, options, line) => {
    const error = await startBallast(options as StartOptions).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BallastStartError);
    expect((error as BallastStartError).message).toMatch(line);
    expect((error as BallastStartError).faults.length).toBeGreaterThan(0);
  });

  test('reports that its port is taken', async () => {
    const first = await start();
    const port = Number(new URL(first.origin).port);
    await expect(startBallast({ port })).rejects.toThrow(
      `port ${port} is taken; choose another with port, or port 0 for any free one`,
    );
  });

  test('ends once, however often it is stopped, and helpers report it', proves('K73'), async () => {
    const ballast = await start();
    await Promise.all([ballast.stop(), ballast.stop()]);
    await ballast.stop();
    const error = await ballast.advance('1h').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BallastStoppedError);
    expect(error).toBeInstanceOf(BallastError);
    await expect(fetch(`${ballast.baseUrl}/prices/DE0007164600`)).rejects.toThrow();
  });

  test('ends with the block that owns it', async () => {
    let origin = '';
    {
      await using ballast = await startBallast();
      origin = ballast.origin;
    }
    await expect(fetch(origin)).rejects.toThrow();
  });

  test('runs in real time where a test replaces the clock with a fake one', proves('K73'), async () => {
    const ballast = await start({ webhooks: ['/sim/sink/all'] });
    vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'setInterval', 'setImmediate', 'Date', 'performance'] });
    try {
      const portfolio = await ballast.createPortfolio({ form: 'A' });
      const started = await ballast.fetch(`/form-a/v1/portfolios/${portfolio.portfolio_id}/rebalance`, {
        json: { target_weights: { DE0007164600: 1 } },
      });
      const { rebalance_id: id } = (await started.json()) as { rebalance_id: string };
      expect((await ballast.untilComplete(id)).status).toBe('complete');
      await ballast.untilSettled();
      expect((await ballast.sink('all').received()).every(({ signature_valid: isValid }) => isValid)).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a server that runs elsewhere', () => {
  test('is reached by the same helpers, which leave it running', async () => {
    const ballast = await start();
    const other = await connectBallast({ controlUrl: ballast.controlUrl, adminToken: ballast.adminToken });
    expect([other.baseUrl, other.apiKey, other.seed]).toEqual([ballast.baseUrl, ballast.apiKey, ballast.seed]);
    await other.advance('1h');
    await other.stop();
    expect((await ballast.clock()).now).toBe('2026-03-02T10:30:00.000Z');
  });

  test.each<[unknown, readonly RegExp[]]>([
    [undefined, [/^controlUrl is missing: the control plane, such as /, /^adminToken is missing: /]],
    [{}, [/^controlUrl is missing/, /^adminToken is missing/]],
    [{ controlUrl: '', adminToken: '' }, [/^controlUrl is empty/, /^adminToken is empty/]],
    [
      { controlUrl: 4710, adminToken: null },
      [/^controlUrl is not a string, but 4710/, /^adminToken is not a string, but null/],
    ],
    [
      { controlUrl: 'localhost:4710/sim', adminToken: 'x' },
      [/^controlUrl 'localhost:4710\/sim' is not an address such as http/],
    ],
    [
      { control_url: 'http://127.0.0.1:4710/sim', adminToken: 'x' },
      [/^control_url is not a known option \(possible: controlUrl and adminToken\)$/, /^controlUrl is missing/],
    ],
    [
      { controlUrl: 'http://127.0.0.1:4710/v1', adminToken: 'x' },
      [/does not end in \/sim: the control plane of that server is http:\/\/127\.0\.0\.1:4710\/sim$/],
    ],
  ])('%j is rejected with every issue', async (options, says) => {
    const connect = connectBallast as (options: unknown) => Promise<unknown>;
    const error = await connect(options).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ name: 'BallastStartError', faults: says.map((each) => expect.stringMatching(each)) });
  });

  test('may be named with a slash at the end', async () => {
    const { controlUrl, adminToken, baseUrl } = await start();
    expect((await connectBallast({ controlUrl: `${controlUrl}/`, adminToken })).baseUrl).toBe(baseUrl);
  });

  test.each(FOREIGN_RESPONSES)('is Ballast: another one, which responds with %s, is rejected', async (...response) => {
    await withForeignServer(response, async (origin) => {
      const controlUrl = `${origin}/sim`;
      const error = await connectBallast({ controlUrl, adminToken: 'x' }).catch((failure: unknown) => failure);
      const faults = [`The server at ${controlUrl} is not a Ballast control plane.`];
      expect(error).toMatchObject({ name: 'BallastStartError', faults });
    });
  });

  test('has to be there, and to know the token', async () => {
    const gone = await startBallast();
    await gone.stop();
    const { controlUrl } = gone;
    await expect(connectBallast({ controlUrl, adminToken: 'x' })).rejects.toThrow(
      `Ballast could not be reached:\n  - nothing responds at ${controlUrl} (`,
    );

    const ballast = await start();
    const error = await connectBallast({ controlUrl: ballast.controlUrl, adminToken: 'x' }).catch((refusal) => refusal);
    expect(error).toBeInstanceOf(BallastStartError);
    expect((error as Error).message).toContain(`the server at ${ballast.controlUrl} does not accept this adminToken (`);
  });
});
