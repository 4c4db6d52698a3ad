/** `ballast validate` and `ballast schema`, as processes: their output and exit codes. */
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { proves } from '../conformance/proves.ts';
import { folderOf } from '../scenario/replay/play-text.ts';
import { callBallast } from '../support/call-ballast.ts';

describe('ballast validate', () => {
  test('finds no issue in the files that come with Ballast, and accepts folders, patterns and files', {
    ...proves('K36'),
    tags: ['deep'],
  }, async () => {
    const fixtures = join(packageRoot(), 'fixtures');
    const { exitCode, stdout } = await outputOf('validate', fixtures, join(fixtures, 'scenarios/*/first-*.yaml'));
    expect(stdout.split('\n').filter((line) => !line.endsWith('(a note, not an error)'))).toEqual([
      expect.stringMatching(/^\d+ files, all valid$/),
      '',
    ]);
    expect(exitCode).toBe(0);
  });

  test('reports every issue of every file with its place, and ends with 65', proves('K36', 'K33', 'K34'), async () => {
    const root = folderOf({
      'package.json': '{}',
      'one.yaml': 'name: one\nsteps:\n  - advance: soon\n  - end_fault: 3\n',
      'sub/two.yaml': "name: two\nsteps:\n  - request: { method: GET, path: '/prices/${isin}' }\n",
      'world.json': '{ "exchanges": { "XNYS": { "connected": false } } }',
      'policies.yaml': 'name: x\nto: "2030-01-01T00:00:00Z"\npaths: { seeds: many }\npolicies: [{ name: x }]\n',
      'task.yaml': 'title: x\ntask: y\nworld: {}\nchecks: []\n',
      'ballast.config.yaml': 'serve: { tier: free }\n',
      'schema.json': '{ "$schema": "https://json-schema.org/draft/2020-12/schema" }',
      'it.golden.ndjson': 'nothing that anybody reads',
    });
    const { exitCode, stdout } = await outputOf('validate', root, join(root, 'nowhere'), join(root, '*.xyz'));
    const lines = stdout.replaceAll(`${root}/`, '').trimEnd().split('\n');
    expect(lines).toEqual([
      '*.xyz: there is nothing to validate',
      'ballast.config.yaml:1:10 /serve/tier: must be one of "starter", "growth", "enterprise"',
      expect.stringMatching(/^one\.yaml:3:5 \/steps\/0\/advance: /),
      'one.yaml:4:5 /steps/1/end_fault: must be a text: put it in quotes',
      expect.stringMatching(/^policies\.yaml:3:\d+ \/paths/),
      'sub/two.yaml:3:29 /steps/0/request/path: nothing before this saves ${isin}',
      'task.yaml:4:1 /checks: must not be empty',
      expect.stringMatching(/^world\.json:1:18 \/exchanges\/XNYS: there is no exchange XNYS; exchanges are XETR, /),
      'nowhere:1:1 does not exist',
      '8 errors in 7 files',
    ]);
    expect(exitCode).toBe(65);
  });

  test(
    'writes a place with the keys that the file has, and as a JSON pointer with --json',
    proves('K129'),
    async () => {
      const text = `name: x
steps:
  - request: { form: B, method: GET, path: /rebalance/x }
    expect: { body: { /orders/0/status: done } }
`;
      const file = join(folderOf({ 'it.yaml': text }), 'it.yaml');
      expect((await outputOf('validate', file)).stdout).toContain(
        ':4:23 /steps/0/expect/body./orders/0/status: is never "done"',
      );
      expect((await outputOf('validate', '--json', file)).stdout).toContain(
        '"/steps/0/expect/body/~1orders~10~1status"',
      );
    },
  );

  test(
    'names the flag for a webhook to other machines once, and none for what no flag allows',
    proves('K36', 'K110.3'),
    async () => {
      const urls = ['https://example.com/hook', 'http://metadata.google.internal/'];
      const text = `webhooks:\n${urls.map((url) => `  - { url: '${url}' }\n`).join('')}`;
      const root = folderOf({ 'package.json': '{}', 'world.yaml': text });
      const { stdout } = await outputOf('validate', root);
      expect(stdout.match(/--allow-webhook-host/g)).toHaveLength(1);
      expect(stdout).toContain('which is never allowed (a note, not an error)');
    },
  );

  test('knows the ISINs that corporate actions of a scenario introduce', proves('K36', 'O3.13'), async () => {
    const at = "ex_at: '2026-03-03T07:00:00Z'";
    const change = `{ kind: isin_change, isin: DE0007164600, new_isin: DE000SAPNEW2, ${at} }`;
    const root = folderOf({
      'package.json': '{}',
      'one.yaml': `name: one
steps:
  - corporate_action: ${change}
  - advance: 2d
  - market_event: { kind: jump, isin: DE000SAPNEW2, size: 0.1 }
  - corporate_action: { kind: delisting, isin: US0378331005, ${at} }
`,
    });
    const { exitCode, stdout } = await outputOf('validate', root);
    expect([exitCode, stdout.replaceAll(`${root}/`, '').split('\n')[0]]).toEqual([
      ...[65, 'one.yaml:6:42 /steps/3/corporate_action/isin: there is no instrument US0378331005'],
    ]);
  });

  test(
    'knows exchanges, instruments and paths without running anything, and names that nothing uses',
    proves('K36'),
    async () => {
      const root = folderOf({
        'package.json': '{}',
        'two.yaml': `name: two
world: { faults: [{ kind: exchange_down, exchange: XNYS }], market_events: [{ kind: jump, isin: US0378331005, size: 1 }] }
steps:
  - request: { form: A, method: GET, path: /rebalance/x }
  - request: { form: A, method: DELETE, path: /portfolios/x/rebalance }
  - request: { form: A, method: GET, path: /nothing }
    expect: { status: 404 }
  - control: { method: GET, path: /clok }
  - advance: { to: open, of: XNYS }
  - include: part.yml
  - request: { form: B, method: GET, path: /prices/DE0007164600, save: { never: /isin } }
`,
        'part.yml': 'steps:\n  - market: { event: { kind: jump, isin: US0378331005, size: 1 } }\n',
      });
      const { exitCode, stdout } = await outputOf('validate', join(root, 'two.yaml'), '--json');
      const { valid, files } = JSON.parse(stdout);
      const reported = (faults: { file: string; line: number; pointer: string; issue: string }[]) =>
        faults.map(({ file, line, pointer, issue }) =>
          `${file.split('/').at(-1)}:${line} ${pointer} ${issue}`.slice(0, 110),
        );
      expect(valid).toBe(false);
      expect(files).toHaveLength(1);
      expect(reported(files[0].faults)).toEqual([
        expect.stringContaining('two.yaml:2 /world/faults/0/exchange there is no exchange XNYS'),
        'two.yaml:2 /world/market_events/0/isin there is no instrument US0378331005',
        expect.stringContaining('two.yaml:4 /steps/0/request/path is not a path of /form-a/v1'),
        'two.yaml:5 /steps/1/request/path accepts POST, not DELETE',
        'two.yaml:8 /steps/3/control/path is not a path of /sim (did you mean /clock?)',
        expect.stringContaining('two.yaml:9 /steps/4/advance/of there is no exchange XNYS'),
        'part.yml:2 /steps/0/market/event/isin there is no instrument US0378331005',
      ]);
      expect(reported(files[0].notes)).toEqual([
        'two.yaml:11 /steps/6/request/save/never ${never} is saved and never used',
      ]);
      expect(exitCode).toBe(65);
    },
  );

  test('names a sector of a market-wide move that no instrument has, and the existing ones', async () => {
    const root = folderOf({
      'package.json': '{}',
      'wide.yaml': `name: wide
world: { market_events: [{ kind: jump, instruments: { sector: banks }, size: -0.1 }] }
steps:
  - market_event: { kind: jump, instruments: { sector: technologie }, size: -0.1 }
  - market: { event: { kind: jump, instruments: { sector: energy }, size: -0.1 } }
`,
      'own.yaml': `name: own
world:
  instruments:
    - { isin: XS0000000009, sector: tulips, reference_price: 10, listings: [XAMS] }
steps: [{ market_event: { kind: jump, instruments: { sector: tulips }, size: -0.1 } }]
`,
    });
    const { exitCode, stdout } = await outputOf('validate', join(root, 'wide.yaml'));
    const known = 'sectors are US equity, aggregate bonds, consumer discretionary';
    expect(stdout.replaceAll(`${root}/`, '').split('\n')).toEqual([
      expect.stringContaining(
        `wide.yaml:2:55 /world/market_events/0/instruments/sector: no instrument has the sector banks; ${known}`,
      ),
      expect.stringContaining(
        `wide.yaml:4:48 /steps/0/market_event/instruments/sector: no instrument has the sector technologie (did you mean technology?); ${known}`,
      ),
      '2 errors in 1 file',
      '',
    ]);
    expect(exitCode).toBe(65);
    expect(await outputOf('validate', join(root, 'own.yaml'))).toMatchObject({ exitCode: 0 });
  });

  test('leaves out the results of sweeps and explorations, unless they are named', proves('K40'), async () => {
    const root = folderOf({
      'own.yaml': 'name: own\nstepz: []\n',
      'runs/a/sweep.db': '',
      'runs/a/scenario/copy.yaml': 'name: copy\nstepz: []\n',
      'client/exploration.json': '{}',
      'client/finding-001/scenario.yaml': 'name: found\nstepz: []\n',
      'other/exploration.yaml': 'name: other\nstepz: []\n',
    });
    const filesOf = async (...args: string[]) =>
      JSON.parse((await outputOf('validate', '--json', ...args.map((arg) => join(root, arg)))).stdout).files.map(
        ({ file }: { file: string }) => relative(root, file),
      );
    const all = ['other/exploration.yaml', 'own.yaml'];
    expect(await filesOf('.')).toEqual(all);
    expect(await filesOf('**/*.yaml')).toEqual(all);
    expect(await filesOf('runs')).toEqual([]);
    expect(await filesOf('runs/a')).toEqual(['runs/a/scenario/copy.yaml']);
    expect(await filesOf('runs/a/**/*.yaml')).toEqual(['runs/a/scenario/copy.yaml']);
    expect(await filesOf('client/finding-001/scenario.yaml')).toEqual(['client/finding-001/scenario.yaml']);
  });

  test('lets files include those of their project, and no more than --root says', proves('K34'), async () => {
    const root = folderOf({
      'package.json': '{}',
      'a/it.yaml': 'name: x\nsteps: [{ include: ../part.yaml }]\n',
      'part.yaml': 'steps: [{ advance: 1h }]\n',
    });
    expect(await outputOf('validate', join(root, 'a/it.yaml'))).toMatchObject({ exitCode: 0 });
    const narrow = await outputOf('validate', join(root, 'a/it.yaml'), '--root', join(root, 'a'));
    expect(narrow.stdout).toContain('/steps/0/include: ../part.yaml is outside the project');
    expect(narrow.exitCode).toBe(65);
  });

  test.each([
    [['validate'], 'ballast: validate needs at least one file, folder or pattern'],
    [['validate', '--jsn', 'a.yaml'], "ballast: unknown option '--jsn' (did you mean --json?)"],
    [['schema', 'worlds'], 'ballast: schema takes one kind of file: scenario, world, lab, explore or config'],
  ])('%j is 64 with one line', async (args, line) => {
    expect(await outputOf(...args)).toEqual({ exitCode: 64, stdout: '', stderr: `${line}\n` });
  });
});

describe('ballast schema', () => {
  test('prints the JSON Schema of scenarios, or of worlds', proves('K35'), async () => {
    const [scenario, world] = [await outputOf('schema'), await outputOf('schema', 'world')];
    expect(JSON.parse(scenario.stdout)).toMatchObject({ title: 'Scenario of Ballast' });
    expect(JSON.parse(world.stdout)).toMatchObject({ title: 'World of Ballast' });
  });
});

const outputOf = (...args: string[]) => callBallast(args);
