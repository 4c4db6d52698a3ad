/** Tests that no scenario of the library makes `ballast doctor` report a false alarm. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { playScenario } from '../../src-server/app.ts';
import { examineFile } from '../../src-server/runner/doctor/examine-file.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { migrationsFolder } from '../../src-server/world/world-database.ts';
import { proves } from '../conformance/proves.ts';
import { GOLDEN_SCENARIOS, LIBRARY_FOLDER } from '../support/library-scenarios.ts';
import { newFolder } from '../support/start-ballast.ts';

const SHORT = ['accounts/accounts-and-tiers.yaml', 'life/split-under-way.yaml', 'settlement/settlement-fail.yaml'];

test.each(SHORT)('the world of %s is sound', proves('K115.1'), expectSound);

test.each(GOLDEN_SCENARIOS.filter((name) => !SHORT.includes(name)))(
  'the world of %s is sound at its end',
  { ...proves('K115.1'), tags: ['deep'] },
  expectSound,
);

async function expectSound(name: string): Promise<void> {
  const [root, dataDir] = [packageRoot(), newFolder()];
  const plain = { seed: null, vary: {}, untilMs: null, restoreAfterStep: null, retain: 'figures' } as const;
  const { status } = await playScenario({ ...plain, file: join(LIBRARY_FOLDER, name), root, dataDir });
  const found = { name: 'ballast.db', file: join(dataDir, 'ballast.db'), kind: 'world' } as const;
  const { findings, unreadable } = await examineFile(found, migrationsFolder(root));
  expect({ status, unreadable, findings: findings.list.map(({ message }) => message) }).toEqual({
    status: 'passed',
    unreadable: null,
    findings: [],
  });
}
