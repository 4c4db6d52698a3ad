/** `ballast.config.yaml` in place of flags of `serve` (decision R6). */
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { addServeCommand } from '../../src-server/cli/commands/serve-command.ts';
import { readConfig } from '../../src-server/cli/options/config-source.ts';
import { knownFlags, variablesSource, withSource } from '../../src-server/cli/options/flag-sources.ts';
import { type ServeFlags, serveOptions } from '../../src-server/cli/options/serve-options.ts';
import { optionMemberOf } from '../../src-server/contract/flags/flag-table.ts';
import { CONFIG_FILE, CONFIG_PATHS, configFile } from '../../src-server/contract/scenario/config-file.ts';
import { proves } from '../conformance/proves.ts';
import { callBallast } from '../support/call-ballast.ts';
import { makeCertificate } from '../support/certificates.ts';
import { runBallast } from '../support/run-process.ts';
import { newFolder, stopAll } from '../support/start-ballast.ts';

afterAll(stopAll);

const program = new Command();
addServeCommand(program, { requested: new Promise(() => undefined), isRequested: () => false }, () => undefined);
const KNOWN = knownFlags(program.commands[0] ?? program);

function folderWith(text: string): string {
  const folder = newFolder();
  writeFileSync(join(folder, CONFIG_FILE), text);
  return folder;
}

/** The options of `serve` in `folder`. */
async function optionsIn(folder: string, flags: ServeFlags = {}, variables: Record<string, string> = {}) {
  const called = withSource({ ...flags }, KNOWN, variablesSource(variables));
  const config = await readConfig((called.flags as ServeFlags).config, folder);
  if (!config.ok) return { faults: config.faults };
  const filled = withSource(called.flags, KNOWN, config.source);
  const options = serveOptions(filled.flags, 'silent');
  return 'faults' in options ? { faults: options.faults.map(filled.named) } : options;
}

const ALL = `
serve:
  port: 0
  data: stored
  seed: 7
  clock: 2026-03-03T10:00:00Z
  clock_mode: manual
  clock_rate: 2.5
  drift_check: 5m
  dividends: on
  api_key_file: secrets/key
  admin_token_file: secrets/token
  tier: starter
  rate_limit: off
  rules: enforce
  settlement: simulated
  journal_rows: 5
  journal_mb: 7
  webhook: [http://127.0.0.1:1/a]
  fixture: world.yaml
  scenarios: mine
  max_worlds: 9
  rate_limit_clock: virtual
  log: requests
  log_format: json
  stub_files: answers
  webhook_ca: ca.pem
  json: true
`;

const BY_FLAG_ALONE = ['host', 'allow_host', 'app_address', 'cors', 'allow_webhook_host', 'allow_commands'];

test('every flag of serve has a member, with paths relative to the file', proves('R6.3'), async () => {
  const folder = folderWith(ALL);
  mkdirSync(join(folder, 'secrets'));
  writeFileSync(join(folder, 'secrets/key'), 'ak\n', { mode: 0o600 });
  const { cert } = makeCertificate({ isCa: true });
  writeFileSync(join(folder, 'ca.pem'), cert);
  writeFileSync(join(folder, 'secrets/token'), 'token\n', { mode: 0o600 });
  const members = Object.keys(configFile.shape.serve.unwrap().shape);
  const flags = KNOWN.map(({ long }) => optionMemberOf(long)).filter(
    (member) => !['config', 'no_config'].includes(member),
  );
  expect(members.sort()).toEqual(flags.sort());
  expect([...Object.keys(parse(ALL).serve), 'memory', 'api_key', 'admin_token', ...BY_FLAG_ALONE].sort()).toEqual(
    members,
  );
  expect(members).toEqual(expect.arrayContaining([...CONFIG_PATHS]));
  expect(await optionsIn(folder)).toMatchObject({
    port: 0,
    host: '127.0.0.1',
    allowedHosts: [],
    allowedOrigins: [],
    seed: 7,
    startAt: Date.parse('2026-03-03T10:00:00Z'),
    clockMode: 'manual',
    clockRate: 2.5,
    driftCheckMs: 300_000,
    dataDir: join(folder, 'stored'),
    dividends: 'on',
    apiKey: 'ak',
    adminToken: 'token',
    tier: 'starter',
    rateLimitPerMinute: null,
    rules: 'enforce',
    settlement: 'simulated',
    journal: { rows: 5, megabytes: 7 },
    webhookUrls: ['http://127.0.0.1:1/a'],
    allowedWebhookHosts: [],
    webhookCa: cert,
    fixtureFile: join(folder, 'world.yaml'),
    scenarios: join(folder, 'mine'),
    maxWorlds: 9,
    stubFiles: join(folder, 'answers'),
    allowCommands: false,
  });
});

test(
  'flags override variables, variables override the file, also what excludes another one',
  proves('R6.3', 'R6.1'),
  async () => {
    const folder = folderWith('serve: {seed: 1, tier: starter, rules: off, data: stored, api_key_file: nothing}\n');
    expect(
      await optionsIn(
        folder,
        { seed: '3', memory: true },
        { BALLAST_SEED: '2', BALLAST_TIER: 'growth', BALLAST_API_KEY: 'k' },
      ),
    ).toMatchObject({ seed: 3, tier: 'growth', rules: 'off', dataDir: null, apiKey: 'k' });
    expect(await optionsIn(folder, { config: false, seed: '3' })).toMatchObject({ seed: 3, tier: null, dataDir: null });
    expect(await optionsIn(folder, {}, { BALLAST_NO_CONFIG: '1' })).toMatchObject({ seed: null, tier: null });
    expect(await optionsIn(newFolder())).toMatchObject({ seed: null });
    const elsewhere = { BALLAST_CONFIG: join(folderWith('serve: {seed: 8, data: d}\n'), CONFIG_FILE) };
    expect(await optionsIn(folder, {}, elsewhere)).toMatchObject({
      seed: 8,
      dataDir: elsewhere.BALLAST_CONFIG.replace(CONFIG_FILE, 'd'),
    });
  },
);

describe('a file that came with a folder', () => {
  test.each([
    ['host: 0.0.0.0', 'host'],
    ["host: '::'", 'host'],
    ['host: 127.0.0.1', 'host'],
    ['allow_host: [evil.example]', 'allow-host'],
    ['cors: [https://evil.example]', 'cors'],
    ['allow_webhook_host: [evil.example]', 'allow-webhook-host'],
    ['allow_commands: true', 'allow-commands'],
    ['allow_commands: false', 'allow-commands'],
  ])('cannot open the machine: %s', proves('R6.5'), async (line, flag) => {
    const folder = folderWith(`serve:\n  seed: 1\n  ${line}\n`);
    const wanted = new RegExp(
      `^${CONFIG_FILE}:3:3 /serve/${optionMemberOf(`--${flag}`)}: .* give --${flag}, if you mean it$`,
    );
    expect(await optionsIn(folder)).toEqual({ faults: [expect.stringMatching(wanted)] });
    // Trust of the user in the file is no trust in its contents.
    const named = await optionsIn(newFolder(), { config: join(folder, CONFIG_FILE) });
    expect(named).toEqual({ faults: [expect.stringContaining(`give --${flag}, if you mean it`)] });
  });

  test.each(['data', 'fixture', 'scenarios', 'stub_files'])(
    'names no %s outside of it, also not by a link',
    proves('R6.5'),
    async (member) => {
      const flag = `--${member.replaceAll('_', '-')}`;
      for (const path of ['..', '../x', '/etc', 'link', 'link/new', 'inner/../..']) {
        const folder = folderWith(`serve: {${member}: ${path}}\n`);
        symlinkSync(newFolder(), join(folder, 'link'));
        const issue = `${path} is outside the folder of this file (links are followed); to use another location, give ${flag}`;
        expect(await optionsIn(folder)).toEqual({ faults: [`${CONFIG_FILE}:1:9 /serve/${member}: ${issue}`] });
      }
      expect(await optionsIn(folderWith(`serve: {${member}: inner/new}\n`))).not.toHaveProperty('faults');
    },
  );

  test('adds no world that it opens unseen', proves('R6.5'), async () => {
    const folder = folderWith('serve: {data: world}\n');
    const world = join(folder, 'world');
    // Whatever the umask of the process.
    mkdirSync(world);
    chmodSync(world, 0o755);
    expect(await optionsIn(folder)).toMatchObject({ dataDir: world });
    writeFileSync(join(world, 'ballast.db'), '');
    const refused = { faults: [expect.stringContaining('is a folder that Ballast did not create')] };
    expect(await optionsIn(folder)).toEqual(refused);
    chmodSync(world, 0o700);
    expect(await optionsIn(folder)).toMatchObject({ dataDir: world });
    symlinkSync('/etc/passwd', join(world, 'other'));
    expect(await optionsIn(folder)).toEqual(refused);
  });

  test.each(['api_key_file', 'admin_token_file'])(
    'names no %s that others may read',
    proves('R6.6'),
    async (member) => {
      const folder = folderWith(`serve: {${member}: token}\n`);
      const token = join(folder, 'token');
      writeFileSync(token, 'known-to-all');
      chmodSync(token, 0o644);
      const inside = {
        faults: [expect.stringContaining(`/serve/${member}: token is in the project and readable by others`)],
      };
      expect(await optionsIn(folder)).toEqual(inside);
      chmodSync(token, 0o600);
      expect(await optionsIn(folder)).not.toHaveProperty('faults');
      // In the repository around it, and by a link to there, it is in the project, too.
      const repository = newFolder();
      mkdirSync(join(repository, '.git'));
      mkdirSync(join(repository, 'part'));
      writeFileSync(join(repository, 'token'), 'known-to-all');
      chmodSync(join(repository, 'token'), 0o644);
      symlinkSync('../token', join(repository, 'part/link'));
      for (const path of ['../token', 'link']) {
        writeFileSync(join(repository, 'part', CONFIG_FILE), `serve: {${member}: ${path}}\n`);
        expect(await optionsIn(join(repository, 'part'))).toEqual({
          faults: [expect.stringContaining('is in the project and readable by others')],
        });
      }
    },
  );

  test.each(['api_key_file', 'admin_token_file'])(
    'names no %s elsewhere whose text its author can know',
    proves('R6.6'),
    async (member) => {
      const elsewhere = newFolder();
      const outside = join(elsewhere, 'token');
      writeFileSync(outside, 'known-to-all');
      chmodSync(outside, 0o644);
      symlinkSync('/proc/self/comm', join(elsewhere, 'link'));
      const known = ['/proc/self/comm', '/proc/sys/kernel/ostype', '/sys/kernel/mm/ksm/run', '/dev/null', elsewhere];
      // Not every system has all of them.
      for (const path of [...known, join(elsewhere, 'link')].filter((file) => existsSync(file)).concat(outside)) {
        expect(await optionsIn(folderWith(`serve: {${member}: ${path}}\n`)), path).toEqual({
          faults: [
            `${CONFIG_FILE}:1:9 /serve/${member}: ${path} is outside the project and is not a regular file that ` +
              `only you can read: set its mode to 0600; to use it anyway, give --${member.replaceAll('_', '-')}`,
          ],
        });
      }
      chmodSync(outside, 0o600);
      expect(await optionsIn(folderWith(`serve: {${member}: ${outside}}\n`))).not.toHaveProperty('faults');
    },
  );
});

const SECRET = 'is a secret, and others read this file: use';

test.each([
  ['serve:\n  seed: -1\n', ['2:3 /serve/seed: must be at least 0']],
  ['serve:\n  seed: "1"\n', ['2:3 /serve/seed: must be a number, without quotes']],
  ['serve:\n  clock_mode: slow\n', ['2:3 /serve/clock_mode: must be one of "realtime", "manual", "instant"']],
  ['serve:\n  clock-mode: manual\n', ['2:3 /serve/clock-mode: is not a known field (did you mean clock_mode?)']],
  ['sevre: {}\n', ['1:1 /sevre: is not a known field (did you mean serve?)']],
  ['serve:\n  api_key: k\n', [`2:3 /serve/api_key: ${SECRET} api_key_file, or the variable BALLAST_API_KEY`]],
  [
    'serve:\n  admin_token: k\n',
    [`2:3 /serve/admin_token: ${SECRET} admin_token_file, or the variable BALLAST_ADMIN_TOKEN`],
  ],
  ['serve:\n  drift_check: 5x\n', ["2:3 /serve/drift_check: '5x' is not a duration from 1m to 1d"]],
  ['serve:\n  data: d\n  memory: true\n', [`2:3 /serve/data and ${CONFIG_FILE}:3:3 /serve/memory exclude each other`]],
  ['serve:\n  webhook: [x]\n  drift_check: 1\n', ['3:3 /serve/drift_check: must be a text: put it in quotes']],
])('%j is refused with its line', proves('R6.4'), async (text, faults) => {
  expect(await optionsIn(folderWith(text))).toEqual({ faults: faults.map((fault) => `${CONFIG_FILE}:${fault}`) });
});

test('no YAML, a missing file and a folder in its place are refused', proves('R6.4'), async () => {
  expect(await optionsIn(folderWith('serve: {'))).toEqual({
    faults: [expect.stringMatching(/^ballast\.config\.yaml:1:\d+ /)],
  });
  expect(await optionsIn(newFolder(), { config: 'other.yaml' })).toEqual({ faults: ['other.yaml does not exist'] });
  const folder = newFolder();
  mkdirSync(join(folder, CONFIG_FILE));
  expect(await optionsIn(folder)).toEqual({ faults: [`${CONFIG_FILE} is a folder, not a file`] });
});

test('serve uses the file of its folder, and says so; validate knows it', proves('R6.3', 'R6.4'), async () => {
  const folder = folderWith('serve:\n  port: 0\n  seed: 99\n  json: true\n');
  const server = runBallast(['serve'], { cwd: folder });
  const ready = JSON.parse(await server.firstLine);
  expect(ready).toMatchObject({ seed: 99, config_file: join(folder, CONFIG_FILE) });
  server.child.kill('SIGTERM');
  const ended = await server.ended;
  expect(ended.exitCode).toBe(0);
  const reported = `ballast: ${join(folder, CONFIG_FILE)} sets port "0", seed "99", json true\n`;
  expect(server.stderr()).toContain(reported);
  const without = runBallast(['serve', '--no-config', '--port', '0'], { cwd: folder, env: { BALLAST_JSON: '1' } });
  expect(JSON.parse(await without.firstLine)).toMatchObject({ seed: 1, config_file: null });
  without.child.kill('SIGTERM');
  await without.ended;
  const validated = await callBallast(['validate', '.', '--json'], folder);
  expect(JSON.parse(validated.stdout)).toMatchObject({ files: [{ kind: 'config', valid: true }] });
  writeFileSync(join(folder, CONFIG_FILE), 'serve: {port: 99999}\n');
  const refused = await callBallast(['serve'], folder);
  expect(refused.exitCode).toBe(64);
  expect(refused.stderr).toBe(`ballast: ${CONFIG_FILE}:1:9 /serve/port: must be at most 65535\n`);
});
