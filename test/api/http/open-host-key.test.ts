/** A key derived from the seed is known to everybody: beyond loopback it is random. */
import { afterAll, expect, test } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll } from '../../support/start-ballast.ts';

afterAll(stopAll);

test('a server that others reach has a random key, one on loopback that of its seed', proves('E15'), async () => {
  const keys = async (host: '127.0.0.1' | '0.0.0.0') => {
    const [one, other] = [await startBallast({ host, seed: 1 }), await startBallast({ host, seed: 1 })];
    expect((await one.b.get('/prices/DE0007164600')).status).toBe(200);
    return [one.ballast.apiKey, other.ballast.apiKey] as const;
  };
  const [here, hereAgain] = await keys('127.0.0.1');
  const [open, reopenWorld] = await keys('0.0.0.0');
  expect(hereAgain).toBe(here);
  expect(new Set([here, open, reopenWorld]).size).toBe(3);
  expect((await startBallast({ host: '0.0.0.0', apiKey: 'given' })).ballast.apiKey).toBe('given');
});
