/**
 * Reports the progress of a long run to an agent that sent a progress token (decision R4). The run belongs to the
 * server: it continues if the agent stops listening.
 */

import type { Progress } from '@modelcontextprotocol/sdk/types.js';
import { countOf } from '../../domain/numbers/count-of.ts';
import { hostClock } from '../../system/host-time.ts';
import { AGENT_TOOLS } from './agent-tools.ts';
import type { ToolCaller, ToolResult } from './call-tool.ts';

type ToolBody = Readonly<Record<string, unknown>>;

interface LongRun {
  /** The tool that reads the run. */
  readonly read: string;
  /** Member of the response with its id. */
  readonly id: string;
  readonly progress: (body: ToolBody) => Progress;
}

const steps = (done: unknown, total: unknown, what: string): Progress => ({
  progress: Number(done),
  total: Number(total),
  message: `${done} of ${total} ${what}`,
});

/** By the tool that starts it. */
const LONG_RUNS: Readonly<Record<string, LongRun>> = {
  start_lab_run: {
    read: 'lab_run',
    id: 'lab_run_id',
    progress: ({ done, lives }) => steps(done, lives, 'simulations are over'),
  },
  start_exploration: {
    read: 'exploration',
    id: 'exploration_id',
    // The number of trials is not known in advance.
    progress: ({ trials, phase }) => ({
      progress: Number(trials),
      message: `${countOf(Number(trials), 'trial')}, ${phase}`,
    }),
  },
  run_scenario: {
    read: 'scenario_run',
    id: 'scenario_run_id',
    progress: ({ done, total }) => steps(done, total, 'steps are done'),
  },
};

const UNDER_WAY: ReadonlySet<unknown> = new Set(['queued', 'running']);
const LOOKED_EVERY_MS = 250;

export function isLongRun(tool: string): boolean {
  return LONG_RUNS[tool] !== undefined;
}

/** Resolves with the response of the start, with its final values, once the run is over or `signal` aborts. */
export async function followRun(
  caller: ToolCaller,
  { tool, started, world }: { readonly tool: string; readonly started: ToolBody; readonly world: unknown },
  report: (progress: Progress) => Promise<void>,
  signal: AbortSignal,
): Promise<ToolResult> {
  const run = LONG_RUNS[tool] as LongRun;
  const reading = AGENT_TOOLS.find(({ name }) => name === run.read);
  if (reading === undefined) throw new Error(`there is no tool ${run.read}`);
  const place = { id: started[run.id], ...(world === undefined || reading.isOfServer ? {} : { world }) };
  let reported = '';
  for (;;) {
    const result = await caller.call(reading, place);
    if (!result.ok) return result;
    const body = result.body as ToolBody;
    const progress = run.progress(body);
    if (JSON.stringify(progress) !== reported) await report(progress);
    reported = JSON.stringify(progress);
    if (!UNDER_WAY.has(body.status) || signal.aborted) return { ok: true, body: asNow(started, body) };
    await new Promise<void>((resolve) => void hostClock.after(LOOKED_EVERY_MS, resolve));
  }
}

/** Updates the members of the first response; everything else is returned by the reading tool. */
function asNow(started: ToolBody, now: ToolBody): ToolBody {
  const current = ([name, value]: [string, unknown]) => [name, typeof now[name] === typeof value ? now[name] : value];
  return Object.fromEntries(Object.entries(started).map(current));
}
