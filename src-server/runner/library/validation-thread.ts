/**
 * Validates scenario files on a thread, so that requests are served meanwhile. The thread starts with the first file.
 */
import type { Piscina } from 'piscina';
import { workerFile } from '../../system/worker-file.ts';
import type { ScenarioPlace, ValidatedScenario } from './validate-scenario.ts';

export interface ValidationThread {
  /** Rejects if the thread fails on the file, or was closed before. */
  validate(place: ScenarioPlace): Promise<ValidatedScenario>;
  close(): Promise<void>;
}

export function createValidationThread(): ValidationThread {
  let opened: Promise<Piscina> | null = null;
  let isClosed = false;
  return {
    async validate(place) {
      if (isClosed) throw new Error('the server is ending');
      opened ??= openThread();
      return (await (await opened).run(place)) as ValidatedScenario;
    },
    async close() {
      isClosed = true;
      await (await opened)?.destroy();
    },
  };
}

/** Most servers never validate a file, so the modules for it are loaded with the first file. */
async function openThread(): Promise<Piscina> {
  const { Piscina } = await import('piscina');
  const piscina = new Piscina({
    filename: workerFile('validation-worker', import.meta.url).href,
    name: 'validateOnThread',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
    atomics: 'disabled',
    recordTiming: false,
    resourceLimits: { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 1024 },
  });
  // A thread that cannot start is reported by the files that wait for it.
  piscina.on('error', () => undefined);
  return piscina;
}
