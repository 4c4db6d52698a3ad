/** Tests a given seed with another one among the varied values: one of them would have no effect (decision K122). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { playScenario } from '../../../src-server/testing/testing.ts';
import { proves } from '../../conformance/proves.ts';
import { callBallast } from '../../support/call-ballast.ts';
import { removeReplayFolders, replayFolder, replayReported } from '../../support/replay.ts';

afterEach(removeReplayFolders);

const TEXT = `name: Seeds
seed: \${mine}
variables: { mine: 3 }
steps:
  - request: { form: B, method: GET, path: /prices/DE0007164600 }
`;

function written(text = TEXT): string {
  const file = join(replayFolder(), 'seeds.yaml');
  writeFileSync(file, text);
  return file;
}

test('a replay refuses two seeds, and accepts one that is given twice', proves('K122'), async () => {
  const file = written();
  const two = await replayReported([file], { seed: 5, vary: { '/seed': 6 } });
  expect([two.exit, two.scenarios[0]?.faults]).toEqual([
    65,
    [`${file} is given two seeds, 5 and 6 (/seed): leave one out`],
  ]);
  await expect(playScenario(file, { seed: 5, vary: { '/seed': 6 } })).rejects.toThrow('two seeds, 5 and 6');
  for (const options of [{ seed: 6, vary: { '/seed': 6 } }, { vary: { '/seed': 6 } }, { vary: { mine: 6 } }]) {
    const { exit, scenarios } = await replayReported([file], options);
    expect([exit, scenarios[0]?.seed]).toEqual([0, 6]);
  }
});

test.each([
  ['/seed', ['/seed=1,2']],
  ['one /seed', ['/seed=5']],
  ['a variable that sets it', ['mine=1,2']],
])('a sweep varies no seed: %s', proves('K122'), async (_title, values) => {
  const file = written();
  const args = values.flatMap((value) => ['--vary', value]);
  const { exitCode, stderr } = await callBallast(['sweep', 'seeds.yaml', ...args], join(file, '..'));
  expect([exitCode, stderr]).toEqual([65, expect.stringContaining('seeds.yaml: the varied value is the seed')]);
});
