/** A program that has Node's compile cache in the folder it is told and starts each kind of thread once. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

const folder = process.argv[2] ?? '';
enableCompileCache(folder);
const { checkImageFile } = await import('../../src-server/world/snapshots/image-thread.ts');
const { createJournalThread } = await import('../../src-server/store/journal/journal-thread.ts');
const { openJournal } = await import('../../src-server/world/open-journal.ts');
const { scenarioWorkerFile } = await import('../../src-server/app/scenario-worker-file.ts');
const { createScenarioPool } = await import('../../src-server/runner/replay/scenario-pool.ts');
const { threadEnvironment } = await import('../../src-server/system/thread-environment.ts');
const { createLog } = await import('../../src-server/system/log.ts');

const thread = createJournalThread(threadEnvironment());
const journal = openJournal(thread, { dataDir: folder, journal: { rows: 10, megabytes: 1 } }, [], createLog('silent'));
await journal.clear();
await journal.close();
// There are no such files: the thread that says so has been started all the same.
await checkImageFile(join(folder, 'missing.db')).catch(() => false);
const pool = createScenarioPool({ threads: 1, workerFile: scenarioWorkerFile() });
await pool.play({
  file: join(folder, 'missing.yaml'),
  root: folder,
  seed: null,
  vary: {},
  dataDir: null,
  untilMs: null,
  restoreAfterStep: null,
  retain: 'figures',
});
await pool.close();
