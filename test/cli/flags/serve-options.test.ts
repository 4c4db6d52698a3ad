/** Every flag of `serve`: its valid values, its default, and that all issues are reported. */

import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ServeFlags, serveOptions } from '../../../src-server/cli/options/serve-options.ts';
import { proves } from '../../conformance/proves.ts';

const EVERY_FLAG: ServeFlags = {
  port: '0',
  host: '0.0.0.0',
  allowHost: ['Ballast', '192.168.1.7'],
  cors: ['http://localhost:3000/', 'https://App.example'],
  data: 'world',
  seed: '9007199254740991',
  clock: '2026-01-05T08:00:00Z',
  clockMode: 'instant',
  clockRate: '0.5',
  driftCheck: '5m',
  dividends: 'on',
  apiKey: 'ak_1',
  adminToken: 'secret',
  tier: 'enterprise',
  rateLimit: 'off',
  rules: 'enforce',
  settlement: 'simulated',
  webhook: ['http://127.0.0.1:9/a', 'http://localhost:9/b'],
  allowWebhookHost: ['Hooks.test', 'receiver=10.0.0.1'],
  fixture: 'f.yaml',
  scenarios: 'mine',
  stubFiles: 'answers',
  allowCommands: true,
  maxWorlds: '12',
  journalRows: '0',
  journalMb: '8',
};

describe('the options of serve', () => {
  test('without flags are the documented defaults', () => {
    expect(serveOptions({}, 'silent')).toEqual({
      port: 4710,
      host: '127.0.0.1',
      appAddress: 'random',
      allowedHosts: [],
      allowedOrigins: [],
      dataDir: null,
      // Null means the world's own: a new one gets seed 1, 2026-03-02T09:30:00Z and real time.
      seed: null,
      startAt: null,
      clockMode: null,
      clockRate: null,
      driftCheckMs: null,
      dividends: null,
      apiKey: null,
      adminToken: null,
      tier: null,
      rateLimitPerMinute: 60,
      rateLimitClock: 'real',
      rules: 'warn',
      settlement: null,
      webhookUrls: [],
      allowedWebhookHosts: [],
      webhookCa: null,
      fixtureFile: null,
      demo: false,
      stubFiles: null,
      allowCommands: false,
      maxWorlds: 256,
      journal: { rows: 100_000, megabytes: 256 },
      log: 'silent',
      logFormat: 'text',
    });
  });

  test('accept every flag', () => {
    expect(serveOptions(EVERY_FLAG, 'info')).toMatchObject({
      port: 0,
      host: '0.0.0.0',
      allowedHosts: ['ballast', '192.168.1.7'],
      allowedOrigins: ['http://localhost:3000', 'https://app.example'],
      dataDir: resolve('world'),
      seed: 2 ** 53 - 1,
      startAt: Date.parse('2026-01-05T08:00:00Z'),
      clockMode: 'instant',
      clockRate: 0.5,
      driftCheckMs: 300_000,
      dividends: 'on',
      apiKey: 'ak_1',
      adminToken: 'secret',
      tier: 'enterprise',
      rateLimitPerMinute: null,
      journal: { rows: 0, megabytes: 8 },
      rules: 'enforce',
      settlement: 'simulated',
      webhookUrls: ['http://127.0.0.1:9/a', 'http://localhost:9/b'],
      allowedWebhookHosts: [
        { name: 'hooks.test', address: null },
        { name: 'receiver', address: '10.0.0.1' },
      ],
      scenarios: resolve('mine'),
      stubFiles: resolve('answers'),
      allowCommands: true,
      maxWorlds: 12,
      fixtureFile: resolve('f.yaml'),
      log: 'info',
    });
  });

  test('log in colour if stderr shows it, and as JSON if requested', proves('K8'), () => {
    expect(serveOptions({ log: 'requests' }, 'silent', true)).toMatchObject({ log: 'requests', logFormat: 'colour' });
    expect(serveOptions({ logFormat: 'json' }, 'debug', true)).toMatchObject({ log: 'debug', logFormat: 'json' });
  });

  test('accept loopback by its name and of either family', proves('K70'), () => {
    const taken = ['localhost', '127.0.0.1', '::1'].map((host) => serveOptions({ host }, 'silent'));
    expect(taken).toMatchObject([{ host: '127.0.0.1' }, { host: '127.0.0.1' }, { host: '::1' }]);
  });

  test.each([
    { maxWorlds: '0' },
    { port: '65536' },
    { port: '-1' },
    { port: '1e3' },
    { port: '' },
    { seed: '9007199254740992' },
    { seed: '1.5' },
    { clock: '2026-03-02' },
    { clock: '2026-03-02T09:30:00' },
    { clockMode: 'fast' },
    { clockRate: '0.09' },
    { clockRate: '-2' },
    { clockRate: '100001' },
    { apiKey: 'two words' },
    { adminToken: '' },
    { tier: 'Growth' },
    { tier: 'gold' },
    { rateLimit: '0' },
    { journalRows: '-1' },
    { journalRows: '10000001' },
    { journalMb: '0' },
    { journalMb: '1.5' },
    { rateLimit: 'none' },
    { driftCheck: '59s' },
    { driftCheck: '25h' },
    { driftCheck: 'often' },
    { dividends: 'yes' },
    { rules: 'on' },
    { settlement: 'later' },
    { webhook: ['ftp://127.0.0.1/'] },
    { webhook: ['nowhere'] },
    { allowWebhookHost: ['receiver=0.0.0.0'] },
    { webhookCa: '/nowhere/ca.pem' },
    { webhookCa: 'package.json' },
    { rateLimitClock: 'wall' },
    { log: 'all' },
    { logFormat: 'colour' },
    { host: 'LOCALHOST' },
    { host: '127.0.0.2' },
    { host: '192.168.1.7' },
    { allowHost: ['ballast:4710'] },
    { cors: ['*'] },
    { cors: ['localhost:3000'] },
    { cors: ['http://localhost:3000/app'] },
    { cors: ['http://*.example'] },
    { cors: ['null'] },
    { data: '' },
    { scenarios: '' },
  ] satisfies ServeFlags[])('refuse %j with one issue that names the flag', (flags) => {
    const parsed = serveOptions(flags, 'silent');
    const name = Object.keys(flags)[0]?.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    expect(parsed).toEqual({ faults: [expect.stringContaining(`--${name}: `)] });
  });
});
