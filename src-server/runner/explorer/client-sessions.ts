/** Clients that stay from trial to trial, as many as there are trials at once; each ends with the thread that it belongs to. */

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

/** To be called when no trial runs any more. */
export function closeSessions(): void {
  for (const sessions of idle.values()) for (const session of sessions) session.close();
  idle.clear();
}
