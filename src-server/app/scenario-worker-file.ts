/** Where the thread is that plays scenarios, for whoever starts one without loading it. */
import { workerFile } from '../system/worker-file.ts';

export function scenarioWorkerFile(): URL {
  return workerFile('scenario-worker', import.meta.url);
}
