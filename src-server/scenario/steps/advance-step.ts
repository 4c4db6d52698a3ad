/** Moves virtual time by a duration, to an instant, or to the next opening or close of an exchange; never back. */

import type { AdvanceStep } from '../../contract/scenario/scenario-world-steps.ts';
import { formatInstant, LATEST_CLOCK_MS, parseDuration, parseInstant } from '../../domain/numbers/instant.ts';
import { valueAt } from '../references/json-pointer.ts';
import { askControl } from '../run/ask-control.ts';
import type { StepRun } from './step-run.ts';
import { refusals } from './world-steps.ts';

export async function advance(run: StepRun, step: AdvanceStep): Promise<string[]> {
  const goal = run.fill(step.advance);
  const nowMs = run.host.nowMs();
  if (typeof goal === 'object') return advanceToBell(run, goal);
  const durationMs = parseDuration(goal);
  const targetMs = durationMs === null ? parseInstant(goal) : nowMs + durationMs;
  if (targetMs === null) return [`'${goal}' is neither a duration nor an instant`];
  if (targetMs < nowMs) return [`virtual time only moves forward: it is ${formatInstant(nowMs)} already`];
  if (targetMs > LATEST_CLOCK_MS) return [`goes beyond ${formatInstant(LATEST_CLOCK_MS)}, where the clock ends`];
  await run.advanceTo(targetMs);
  return [];
}

async function advanceToBell(
  run: StepRun,
  { to, of }: { readonly to: 'open' | 'close'; readonly of: string },
): Promise<string[]> {
  const response = await askControl(run.host, 'GET /exchanges/{mic}', { params: { mic: of } });
  const failures = refusals(response);
  if (failures.length > 0) return failures;
  const bellMs = parseInstant(String(valueAt(response.body, to === 'open' ? '/next_open_at' : '/next_close_at')));
  if (bellMs === null) return [`${of} has no next ${to}`];
  await run.advanceTo(bellMs);
  return [];
}

export function describeAdvance({ advance: goal }: AdvanceStep): string {
  return typeof goal === 'object' ? `advance to the ${goal.to} of ${goal.of}` : `advance ${goal}`;
}
