/** The file of the thread that runs scenarios, for code that starts it without loading it. */
import { workerFile } from '../system/worker-file.ts';

export function scenarioWorkerFile(): URL {
  return workerFile('scenario-worker', import.meta.url);
}
