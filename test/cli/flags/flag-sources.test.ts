/** Variables in place of flags of `serve` (decision R6). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addServeCommand } from '../../../src-server/cli/commands/serve-command.ts';
import { knownFlags, variableOf, variablesSource, withSource } from '../../../src-server/cli/options/flag-sources.ts';
import { type ServeFlags, serveOptions } from '../../../src-server/cli/options/serve-options.ts';
import { proves } from '../../conformance/proves.ts';
import { callBallast } from '../../support/call-ballast.ts';
import { makeCertificate } from '../../support/certificates.ts';
import { testFolder } from '../../support/test-folders.ts';

const CA = makeCertificate({ isCa: true });
const CA_FILE = join(testFolder('certificates'), 'ca.pem');
writeFileSync(CA_FILE, CA.cert);

const program = new Command();
addServeCommand(program, { requested: new Promise(() => undefined), isRequested: () => false }, () => undefined);
const KNOWN = knownFlags(program.commands[0] ?? program);
const from = (flags: ServeFlags, variables: Record<string, string>) => {
  const { flags: all, named } = withSource({ ...flags }, KNOWN, variablesSource(variables));
  const options = serveOptions(all, 'silent');
  return 'faults' in options ? { faults: options.faults.map(named) } : options;
};

/** A value for every flag of serve, except those that exclude one of these. */
const VALUES: Readonly<Record<string, string>> = {
  '--port': '0',
  '--host': '::',
  '--allow-host': 'a, b c',
  '--app-address': 'plain',
  '--cors': 'http://x:1',
  '--memory': '1',
  '--seed': '7',
  '--clock': '2026-03-03T10:00:00Z',
  '--clock-mode': 'manual',
  '--clock-rate': '2',
  '--drift-check': '5m',
  '--dividends': 'on',
  '--api-key': 'ak',
  '--admin-token': 'token',
  '--tier': 'growth',
  '--rate-limit': 'off',
  '--rules': 'off',
  '--settlement': 'simulated',
  '--journal-rows': '5',
  '--journal-mb': '7',
  '--webhook': 'http://127.0.0.1:1/a http://127.0.0.1:1/b',
  '--fixture': 'f.yaml',
  '--allow-webhook-host': 'h=10.0.0.1',
  '--webhook-ca': CA_FILE,
  '--scenarios': 'mine',
  '--stub-files': 'answers',
  '--allow-commands': '1',
  '--max-worlds': '9',
  '--rate-limit-clock': 'virtual',
  '--log': 'requests',
  '--log-format': 'json',
  '--json': '1',
};

test('every flag of serve has one', proves('R6.1'), () => {
  // Of flags that exclude each other only one is allowed.
  const others = ['--data', '--api-key-file', '--admin-token-file', '--config', '--no-config'];
  expect(KNOWN.map(({ long }) => long).sort()).toEqual([...Object.keys(VALUES), ...others].sort());
  const variables = Object.fromEntries(Object.entries(VALUES).map(([long, value]) => [variableOf(long), value]));
  expect(from({}, variables)).toMatchObject({
    port: 0,
    host: '::',
    allowedHosts: ['a', 'b', 'c'],
    allowedOrigins: ['http://x:1'],
    dataDir: null,
    seed: 7,
    appAddress: 'plain',
    clockMode: 'manual',
    clockRate: 2,
    driftCheckMs: 300_000,
    dividends: 'on',
    apiKey: 'ak',
    adminToken: 'token',
    tier: 'growth',
    rateLimitPerMinute: null,
    rules: 'off',
    settlement: 'simulated',
    journal: { rows: 5, megabytes: 7 },
    webhookUrls: ['http://127.0.0.1:1/a', 'http://127.0.0.1:1/b'],
    allowedWebhookHosts: [{ name: 'h', address: '10.0.0.1' }],
    webhookCa: CA.cert,
    allowCommands: true,
    rateLimitClock: 'virtual',
    log: 'requests',
    logFormat: 'json',
  });
});

test('the command line takes precedence, and an empty variable has no effect', proves('R6.1'), () => {
  const variables = { BALLAST_SEED: '7', BALLAST_TIER: '', BALLAST_DATA: 'kept', BALLAST_API_KEY: 'other' };
  const options = from({ seed: '9', memory: true, apiKeyFile: '/nothing/there' }, variables);
  expect(options).toEqual({ faults: [expect.stringContaining('--api-key-file: /nothing/there')] });
  expect(from({ seed: '9', memory: true }, variables)).toMatchObject({
    seed: 9,
    tier: null,
    dataDir: null,
    apiKey: 'other',
  });
  expect(from({}, { BALLAST_MEMORY: '0', BALLAST_JSON: 'false', BALLAST_DATA: 'kept' })).toMatchObject({
    dataDir: expect.stringContaining('kept'),
  });
});

test('an invalid one is reported with its name, and a secret is not shown', proves('R6.1'), () => {
  expect(from({}, { BALLAST_DIVIDENDS: 'yes', BALLAST_CLOCK_RATE: '0', BALLAST_API_KEY: 'a b' })).toEqual({
    faults: [
      "BALLAST_CLOCK_RATE: '0' is not a number from 0.1 to 100000",
      "BALLAST_DIVIDENDS: 'yes' is not off or on",
      'BALLAST_API_KEY: must be up to 200 visible characters without spaces',
    ],
  });
});

test.each([[['-h']], [['help']], [['serve', '-h']], [['help', 'serve']]])(
  'ballast %j shows help',
  proves('R6.2'),
  async (args) => {
    const { exitCode, stdout } = await callBallast(args);
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^Usage: ballast/)]);
  },
);

test('ballast -v prints the version', proves('R6.2'), async () => {
  const { exitCode, stdout } = await callBallast(['-v']);
  expect([exitCode, stdout.trim()]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+/)]);
});
