/** `ballast.world()` (decision N6): a separate world on a server that a test started or only knows. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Ballast,
  BallastRequestError,
  BallastStoppedError,
  connectBallast,
  startBallast,
} from '../../src-server/testing/testing.ts';
import { proves } from '../conformance/proves.ts';

const SAP = 'DE0007164600';

let server: Ballast;
beforeAll(async () => {
  server = await startBallast({ seed: 7 });
});
afterAll(() => server.stop());

describe('a world of a test', () => {
  test('has every helper, at addresses of its own', proves('N6'), async () => {
    await using own = await server.world({ name: 'mine', seed: 3 });
    expect(own).toMatchObject({ name: 'mine', seed: 3, origin: `${server.origin}/worlds/mine` });
    expect(server.name).toBe('default');
    const inbox = own.sink('inbox');
    await inbox.listen();
    const { portfolio_id: id } = await own.createPortfolio({ form: 'B' });
    await own.fault({ kind: 'api_error', code: 'internal_error', count: 1 });
    expect((await own.fetch('/rebalance', { json: { portfolio_id: id } })).status).toBe(500);
    const planned = (await (await own.fetch('/rebalance', { json: { portfolio_id: id } })).json()) as Record<
      string,
      string
    >;
    await own.fetch(`/form-b/v1/rebalance/${planned.rebalance_id}/execute`, { json: { confirm: true } });
    expect((await own.untilComplete(planned.rebalance_id ?? '')).status).toBe('complete');
    await own.verify({ operation: 'createPlan', count: 2 });
    expect((await inbox.received()).length).toBeGreaterThan(2);
    expect(await server.sink('inbox').received()).toEqual([]);
    expect((await server.clock()).now).toBe('2026-03-02T09:30:00.000Z');
    expect((await own.trace(planned.rebalance_id ?? '')).text).toContain('rebalance');
    expect((await server.worlds()).map(({ name }) => name)).toContain('mine');
  });

  test('is ended alone, once, and the server continues', proves('N6'), async () => {
    const own = await server.world();
    await Promise.all([own.stop(), own.stop()]);
    await expect(own.clock()).rejects.toBeInstanceOf(BallastStoppedError);
    expect((await server.clock()).status).toBe('ready');
    expect((await server.worlds()).map(({ name }) => name)).not.toContain(own.name);
    const short = await server.world({ name: 'ended-by-somebody-else' });
    await server.control('DELETE', `/worlds/${short.name}`);
    await short.stop();
  });

  test('can be copied, with the portfolios that its contents named', proves('N6'), async () => {
    const request = { name: 'x', currency: 'EUR', tax_jurisdiction: 'DE' } as const;
    const world = { portfolios: [{ form: 'A' as const, as: 'saver', request }] };
    await using own = await server.world({ world });
    await using copy = await own.fork();
    expect(copy.portfolioId('saver')).toBe(own.portfolioId('saver'));
    await copy.market.jump(SAP, -0.1);
    await copy.advance('1h');
    expect((await own.fingerprint()).now).toBe('2026-03-02T09:30:00.000Z');
    expect((await copy.fingerprint()).events).toBeGreaterThan((await own.fingerprint()).events);
  });

  test('is created on a server that runs elsewhere, and opened by its own token alone', proves('N6'), async () => {
    const connected = await connectBallast(server);
    await using own = await connected.world({ name: 'from-elsewhere', clockMode: 'realtime', clockRate: 100 });
    expect((await own.clock()).mode).toBe('realtime');
    const again = await connectBallast({ controlUrl: own.controlUrl, adminToken: own.adminToken });
    expect([again.name, again.apiKey]).toEqual(['from-elsewhere', own.apiKey]);
    await expect(again.worlds()).rejects.toBeInstanceOf(BallastRequestError);
    await expect(connected.world({ name: 'from-elsewhere' })).rejects.toThrow(/\/name is taken/);
    await connected.stop();
    expect((await server.clock()).status).toBe('ready');
  });
});
