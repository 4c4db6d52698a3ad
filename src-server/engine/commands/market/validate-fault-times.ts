/** Validates the span of a fault: it begins now or later, because observed data never changes, and is not empty. */
import { formatInstant } from '../../../domain/numbers/instant.ts';
import type { ValidationIssue } from '../../outcome.ts';

export function validateFaultTimes(nowMs: number, fromMs: number, untilMs: number | null): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  const earliestMs = Math.max(fromMs, nowMs);
  if (fromMs < nowMs) issues.push({ path: '/from', issue: `is before the current time, ${formatInstant(nowMs)}` });
  if (untilMs !== null && untilMs <= earliestMs) {
    issues.push({ path: '/until', issue: `is not after ${formatInstant(earliestMs)}` });
  }
  return issues;
}
