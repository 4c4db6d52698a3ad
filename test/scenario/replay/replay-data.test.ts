/** Tests `replay --data`: the folder belongs to one scenario, which starts in a new world (decision K124). */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { callBallast } from '../../support/call-ballast.ts';
import { removeReplayFolders, replay, replayFolder } from '../../support/replay.ts';
import { startBallast, stopAll } from '../../support/start-ballast.ts';

afterEach(removeReplayFolders);
afterAll(stopAll);

/** Its portfolio has a name, which the world of a second run would not know. */
const DEPOT = `name: Depot
golden: none
world:
  portfolios:
    - form: B
      as: depot
      request: { external_id: depot, currency: EUR, tax_wrapper: Depot, cash: 100, targets: [{ isin: DE0007164600, weight: 1 }] }
steps:
  - request: { form: B, method: GET, path: '/portfolios/\${depot}' }
  - snapshot: { save: before }
`;

function written(text = DEPOT): { file: string; dataDir: string } {
  const folder = replayFolder();
  const file = join(folder, 'depot.yaml');
  writeFileSync(file, text);
  return { file, dataDir: join(folder, 'dd') };
}

describe('the folder of a replay', () => {
  test(
    'is refused if it has a world, which stays unchanged, and is replaced with --force',
    proves('K124'),
    async () => {
      const { file, dataDir } = written();
      expect((await replay([file], { dataDir })).exit).toBe(0);
      const before = readdirSync(join(dataDir, 'snapshots'));
      const again = await callBallast(['replay', file, '--data', dataDir]);
      expect([again.exitCode, again.stdout, again.stderr]).toEqual([
        64,
        '',
        `ballast: --data ${dataDir}: already has a world, in which the scenario would continue: --force removes it, with its journal, snapshots and recordings; or name another folder\n`,
      ]);
      expect(readdirSync(join(dataDir, 'snapshots'))).toEqual(before);
      writeFileSync(join(dataDir, 'mine.txt'), 'mine');
      const forced = await callBallast(['replay', file, '--data', dataDir, '--force']);
      expect([forced.exitCode, forced.stdout]).toEqual([0, expect.stringMatching(/^passed {2}Depot /)]);
      expect(existsSync(join(dataDir, 'mine.txt'))).toBe(true);
      expect(readdirSync(join(dataDir, 'snapshots'))).toHaveLength(before.length);
    },
  );

  test(
    'stays unchanged if the file is bad, if a server has it open, and if its database does not belong to Ballast',
    proves('K124', 'K3'),
    async () => {
      const { file, dataDir } = written();
      const server = await startBallast({ dataDir });
      await expect(replay([file], { dataDir, force: true })).rejects.toMatchObject({ exitCode: 2 });
      await server.ballast.stop();
      writeFileSync(file, 'name: [');
      expect((await replay([file], { dataDir, force: true })).exit).toBe(65);
      expect(existsSync(join(dataDir, 'ballast.db'))).toBe(true);
      const other = join(dataDir, '../other');
      mkdirSync(other);
      writeFileSync(join(other, 'ballast.db'), 'no database at all, and not empty');
      writeFileSync(file, DEPOT);
      await expect(replay([file], { dataDir: other, force: true })).rejects.toMatchObject({ exitCode: 64 });
      expect(existsSync(join(other, 'ballast.db'))).toBe(true);
    },
  );

  test(
    'belongs to one scenario, and is refused if a folder or a pattern matches several',
    proves('K124', 'K45'),
    async () => {
      const { file, dataDir } = written();
      writeFileSync(join(file, '../second.yaml'), DEPOT);
      await expect(replay([join(file, '..')], { dataDir })).rejects.toMatchObject({
        exitCode: 64,
        lines: ['--data stores the world of a single scenario, but there are 2'],
      });
      expect(existsSync(dataDir)).toBe(false);
      expect((await replay([join(file, '..')], { dataDir, filter: 'second.yaml' })).exit).toBe(0);
    },
  );

  test('is required by --force', proves('K124'), async () => {
    const { exitCode, stderr } = await callBallast(['replay', written().file, '--force']);
    expect([exitCode, stderr]).toEqual([64, 'ballast: --force needs --data\n']);
  });
});
