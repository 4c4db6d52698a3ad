/**
 * Requests that did not mean this machine (decision A7): pages of other sites, and names that were made to lead here.
 */
import { request } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll } from '../../support/start-ballast.ts';

afterEach(stopAll);

const PATHS = ['/v1/portfolios/x', '/sim/clock', '/sim/sink', '/'];

describe('a request', () => {
  test.each([
    'example.com',
    '127.0.0.1.example.com',
    'localhost.example.com',
    '10.0.0.1',
    '0.0.0.0',
    '[::ffff:127.0.0.1]',
    '2130706433',
    'localhost@example.com',
    '',
  ])('with the Host %s is refused before anything else', proves('A7'), async (host) => {
    const server = await startBallast();
    for (const path of PATHS) expect(await statusOf(server.ballast.baseUrl, path, { host })).toBe(400);
  });

  test.each([
    'http://example.com',
    'null',
    'http://localhost.example.com',
    'https://127.0.0.1',
    'http://127.0.0.1:1',
    'file://',
  ])('from the Origin %s is refused before anything else', proves('A7'), async (origin) => {
    const server = await startBallast();
    const host = new URL(server.ballast.baseUrl).host;
    for (const path of PATHS) expect(await statusOf(server.ballast.baseUrl, path, { host, origin })).toBe(400);
  });

  test.each(['127.0.0.1', 'localhost', 'LOCALHOST', '127.1.2.3', '[::1]'])(
    'with the Host %s means this machine',
    proves('A7'),
    async (name) => {
      const server = await startBallast();
      const host = `${name}:${new URL(server.ballast.baseUrl).port}`;
      const headers = { host, origin: `http://${host}` };
      // Past the gate, the next that is asked for is the token.
      expect(await statusOf(server.ballast.baseUrl, '/sim/clock', headers)).toBe(401);
    },
  );
});

/** By a client that lets a Host be anything. */
function statusOf(base: string, path: string, headers: Record<string, string>): Promise<number | undefined> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers, setHost: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject);
    sent.end();
  });
}
