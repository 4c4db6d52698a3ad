/** A program that uses Node's compile cache in the given folder and starts the given threads, each once. */

import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { createKnownSecrets } from '../../src-server/engine/redaction/known-secrets.ts';

const [folder = '', ...threads] = process.argv.slice(2);
enableCompileCache(folder);
const { threadEnvironment } = await import('../../src-server/system/thread-environment.ts');

const START: Readonly<Record<string, () => Promise<void>>> = {
  async journal() {
    const { createJournalThread } = await import('../../src-server/store/journal/journal-thread.ts');
    const { openJournal } = await import('../../src-server/world/open-journal.ts');
    const { createLog } = await import('../../src-server/system/log.ts');
    const options = { dataDir: folder, journal: { rows: 10, megabytes: 1 } };
    const journal = openJournal(
      createJournalThread(threadEnvironment()),
      options,
      createKnownSecrets(),
      createLog('silent'),
    );
    await journal.clear();
    await journal.close();
  },
  async image() {
    const { copyForeignImage } = await import('../../src-server/world/snapshots/image-thread.ts');
    // The file does not exist: the thread that reports it has been started all the same.
    await copyForeignImage(join(folder, 'missing.db'), folder).catch(() => false);
  },
  async import() {
    const { importReader } = await import('../../src-server/runner/imports/import-thread.ts');
    const options = { delimiter: null, dates: null, decimal: null, columns: {}, mapping: {} };
    const more = { currency: null, exchange: null, staleRates: false, totalReturn: false };
    const market = { instruments: new Map(), exchanges: new Map(), exchangeNames: [], currencies: [], perEurMicro: {} };
    await importReader.readPrices([{ name: 'empty.csv', text: '' }], market, { ...options, ...more });
  },
  async scenario() {
    const { scenarioWorkerFile } = await import('../../src-server/app/scenario-worker-file.ts');
    const { createScenarioPool } = await import('../../src-server/runner/replay/scenario-pool.ts');
    const pool = createScenarioPool({ threads: 1, workerFile: scenarioWorkerFile() });
    const nothing = { seed: null, vary: {}, dataDir: null, untilMs: null, restoreAfterStep: null };
    await pool.play({ file: join(folder, 'missing.yaml'), root: folder, ...nothing, retain: 'figures' });
    await pool.close();
  },
};
for (const thread of threads) await START[thread]?.();
