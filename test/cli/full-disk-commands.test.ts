/** Commands that write, on a disk that is full or read-only: one line, exit 74, and no draft (decisions K3, K100). */
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { proves } from '../conformance/proves.ts';
import { describeWithDisk, mountDisk, type SmallDisk } from '../support/machine/small-disk.ts';
import { runBallast } from '../support/run-process.ts';
import { newFolder, startBallast, stopAll } from '../support/start-ballast.ts';

let disk: SmallDisk | null = null;
afterEach(() => {
  disk?.remove();
  disk = null;
});
afterAll(stopAll);

const SCENARIO = 'fixtures/scenarios/rebalancing/first-rebalance.yaml';
const RESTARTING = 'fixtures/scenarios/world/crash-and-resume.yaml';

/** Each command that writes, with a place on the disk and its inputs elsewhere. */
const WRITING: readonly (readonly [title: string, words: (out: string, files: Ready) => readonly string[]])[] = [
  ['sweep --out', (out) => ['sweep', SCENARIO, '--seeds', '1..2', '--out', out]],
  ['lab --out', (out) => ['lab', 'fixtures/labs/demo.yaml', '--seeds', '1..1', '--out', out]],
  ['explore --out', (out) => ['explore', '--out', out, '--', 'node', '--version']],
  ['replay --junit', (out) => ['replay', SCENARIO, '--junit', `${out}/r.xml`]],
  ['replay --html', (out) => ['replay', SCENARIO, '--html', `${out}/r.html`]],
  ['replay --data', (out) => ['replay', SCENARIO, '--data', out]],
  ['replay in its temporary folder', () => ['replay', RESTARTING]],
  ['replay of several in their temporary folder', () => ['replay', RESTARTING, RESTARTING, SCENARIO]],
  ['replay --update', (_out, { scenario }) => ['replay', scenario, '--update']],
  ['import prices --out', (out, { prices }) => ['import', 'prices', prices, '--out', `${out}/world.yaml`]],
  ['import portfolio --out', (out, { depot }) => ['import', 'portfolio', depot, '--out', `${out}/world.yaml`]],
  ['import-har --out', (out, { har }) => ['import-har', har, '--out', `${out}/s.yaml`]],
  ['compare-traffic --report', (out, { har }) => ['compare-traffic', har, '--report', `${out}/r.json`]],
  ['compare-traffic --html', (out, { har }) => ['compare-traffic', har, '--html', `${out}/r.html`]],
  ['compare-traffic --scenario', (out, { har }) => ['compare-traffic', har, '--scenario', `${out}/s.yaml`]],
  ['record --out', (out, { server }) => ['record', '--for', '1s', '--out', `${out}/s.yaml`, ...server]],
  ['world export --out', (out, { server }) => ['world', 'export', 'default', '--out', `${out}/w.zip`, ...server]],
  ['serve --data', (out) => ['serve', '--port', '0', '--data', out]],
];
const NAMES_ITS_FOLDER = new Set(['serve --data', 'replay --data']);

describeWithDisk('a command on a disk that cannot be written', () => {
  let files: Ready;
  beforeAll(async () => {
    files = await makeReady();
  });

  test.each(WRITING)(
    'full: %s says so in one line, exits with 74 and leaves no draft',
    {
      ...proves('K100.4'),
      tags: ['deep'],
    },
    async (title, argsFor) => {
      const { command, exitCode, left } = await runOn((on) => on.fill(), argsFor, files);
      const folder = NAMES_ITS_FOLDER.has(title) ? '--data \\S+: ' : '';
      expect(command.stderr()).toMatch(new RegExp(`^ballast: ${folder}the disk is full \\(.*\\)\n$`));
      expect([exitCode, left]).toEqual([74, ['filling', 'scenario.yaml', 'tmp']]);
    },
  );

  test.each(WRITING)(
    'read-only: %s says so in one line and exits with 74, or 64 for a data folder',
    {
      ...proves('K3', 'K100.4'),
      tags: ['deep'],
    },
    async (title, argsFor) => {
      const { command, exitCode, left } = await runOn((on) => on.forbid(), argsFor, files);
      const folder = NAMES_ITS_FOLDER.has(title) ? '--data \\S+: ' : '';
      expect(command.stderr()).toMatch(
        new RegExp(`^ballast: ${folder}The disk cannot be written to or read \\(EROFS: .*\\)\\.\n$`),
      );
      expect([exitCode, left]).toEqual([NAMES_ITS_FOLDER.has(title) ? 64 : 74, ['scenario.yaml', 'tmp']]);
    },
  );

  async function runOn(failDisk: (on: SmallDisk) => void, argsFor: (typeof WRITING)[number][1], ready: Ready) {
    disk = mountDisk(40);
    mkdirSync(join(disk.folder, 'tmp'));
    const scenario = join(disk.folder, 'scenario.yaml');
    copyFileSync(SCENARIO, scenario);
    failDisk(disk);
    const env = { TMPDIR: join(disk.folder, 'tmp'), NODE_DISABLE_COMPILE_CACHE: '1' };
    const command = runBallast(argsFor(join(disk.folder, 'out'), { ...ready, scenario }), { env });
    const { exitCode } = await command.ended;
    // Folders created on the way to the file are no drafts.
    const left = readdirSync(disk.folder, { recursive: true })
      .map(String)
      .filter((name) => name !== 'out' && !['out/sweep.db', 'out/ballast.db'].includes(name));
    return { command, exitCode, left: left.sort() };
  }

  test('a proxy reports first, and then that its archive cannot be written', {
    ...proves('R3.4', 'K100.4'),
    tags: ['deep'],
  }, async () => {
    const { ballast } = await startBallast();
    disk = mountDisk(40);
    disk.fill();
    const har = join(disk.folder, 'r.har');
    const proxy = runBallast(['proxy', '--port', '0', '--target', new URL(ballast.baseUrl).origin, '--har', har]);
    const [address = ''] = (await proxy.firstLine).split(' ');
    await fetch(`${address}/v1/prices/DE0007164600`);
    proxy.child.kill('SIGTERM');
    expect(await proxy.ended).toEqual({ exitCode: 74, signal: null });
    expect(proxy.stderr()).toMatch(/^ballast: the disk is full \(.*\)\n$/);
    expect(readdirSync(disk.folder)).toEqual(['filling']);
  });
});

/** The inputs of commands, away from the disk. */
interface Ready {
  readonly prices: string;
  readonly depot: string;
  readonly har: string;
  /** On the disk: its golden log is written next to it. */
  readonly scenario: string;
  /** Flags that name a server in memory. */
  readonly server: readonly string[];
}

async function makeReady(): Promise<Ready> {
  const { ballast } = await startBallast();
  const folder = newFolder();
  const entry = {
    startedDateTime: '2026-03-02T09:30:00.000Z',
    request: { method: 'GET', url: 'https://api.example.com/v1/prices/DE0007164600', headers: [] },
    response: { status: 404, headers: [], content: { text: '{}' } },
  };
  const texts = {
    prices: 'Date,SAP\n2026-01-31,200\n2026-02-27,210\n',
    depot: 'ISIN,Quantity,Cost price,Date\nDE0007164600,10,100.5,2020-01-31\n',
    har: JSON.stringify({ log: { entries: [entry] } }),
  };
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, `ready.${name}`), text);
  const place = (name: keyof typeof texts) => join(folder, `ready.${name}`);
  const server = ['--url', new URL(ballast.baseUrl).origin, '--admin-token', ballast.adminToken];
  return { prices: place('prices'), depot: place('depot'), har: place('har'), scenario: '', server };
}
