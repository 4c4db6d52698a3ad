/**
 * Finds steps that would move virtual time back, or beyond its end, and faults that would start or end in the past:
 * time is at least what the earlier steps say.
 */
import type { IssuePlace } from '../../contract/fields/issue-places.ts';
import type { ScenarioFile } from '../../contract/scenario/scenario-file.ts';
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import { formatInstant, LATEST_CLOCK_MS, parseDuration, parseInstant } from '../../domain/numbers/instant.ts';
import { tokensOf, valueAt } from '../references/json-pointer.ts';
import { goesBack } from '../steps/goes-back.ts';
import { faultTimeFaults } from './check-faults.ts';

/** The steps that cannot be done, each with places within it; repeated steps are checked once. */
export function pastSteps({ clock, start, steps }: ScenarioFile): Map<ScenarioStep, IssuePlace[]> {
  const found = new Map<ScenarioStep, IssuePlace[]>();
  const begins = start === undefined ? parseInstant(clock) : null;
  walk(steps, begins ?? Number.NEGATIVE_INFINITY, found);
  return found;
}

/** Instants of steps that must not be in the past. */
const AHEAD = [
  '/corporate_action/ex_at',
  '/market_event/at',
  '/market_event/from',
  '/cash_flow/at',
  '/cash_flow/first_at',
];

function pastInstants(step: ScenarioStep, nowMs: number): IssuePlace[] {
  return AHEAD.flatMap((pointer) => {
    const written = valueAt(step, pointer);
    const atMs = typeof written === 'string' ? parseInstant(written) : null;
    return atMs === null || atMs >= nowMs ? [] : [{ path: tokensOf(pointer), issue: inThePast(nowMs) }];
  });
}

function inThePast(nowMs: number): string {
  return `is in the past: virtual time is at ${formatInstant(nowMs)} or later by then`;
}

/** `latestMs`: virtual time is at least this. Returns the same for the following steps. */
function walk(steps: readonly ScenarioStep[], latestMs: number, found: Map<ScenarioStep, IssuePlace[]>): number {
  return steps.reduce((nowMs, step) => {
    if ('repeat' in step) {
      const afterMs = walk(step.repeat.steps, nowMs, found);
      // It may not run at all.
      return typeof step.repeat.times === 'number' && step.repeat.times > 0 ? afterMs : nowMs;
    }
    if ('fork' in step) {
      for (const branch of Object.values(step.fork)) walk(branch, nowMs, found);
      return nowMs;
    }
    const ofFault = [...faultTimeFaults(step, nowMs), ...pastInstants(step, nowMs)];
    if (ofFault.length > 0) found.set(step, ofFault);
    if (goesBack(step)) return Number.NEGATIVE_INFINITY;
    if (!('advance' in step) || typeof step.advance !== 'string') return nowMs;
    const durationMs = parseDuration(step.advance);
    const targetMs = durationMs === null ? parseInstant(step.advance) : nowMs + durationMs;
    if (targetMs === null) return nowMs;
    if (targetMs < nowMs) {
      found.set(step, [{ path: ['advance'], issue: inThePast(nowMs) }]);
    }
    if (targetMs > LATEST_CLOCK_MS)
      found.set(step, [
        { path: ['advance'], issue: `goes beyond ${formatInstant(LATEST_CLOCK_MS)}, where the clock ends` },
      ]);
    return Math.max(nowMs, targetMs);
  }, latestMs);
}
