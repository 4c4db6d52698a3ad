/** Clients that one process runs for many trials, one for each concurrent trial; they end with their thread. */

import type { TrialTask } from '../../explorer/trial-task.ts';
import { ClientSession } from '../../system/client-session.ts';
import type { RunClient } from './run-trial.ts';

const idle = new Map<string, ClientSession[]>();

export function sessionOf({ command, folder }: Pick<TrialTask, 'command' | 'folder'>): RunClient {
  const key = JSON.stringify([command, folder]);
  return async (task) => {
    const waiting = idle.get(key) ?? [];
    idle.set(key, waiting);
    const session = waiting.pop() ?? new ClientSession({ command, folder });
    const run = await session.run(task);
    waiting.push(session);
    return run;
  };
}

/** Call it once no trial is running any more. */
export function closeSessions(): void {
  for (const sessions of idle.values()) for (const session of sessions) session.close();
  idle.clear();
}
