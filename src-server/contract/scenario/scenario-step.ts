/** The kinds of steps in scenarios, each with its schema; the keyword of a step determines its kind. */
import { z } from 'zod';
import { type ExpectEventsStep, expectEventsStep } from './event-patterns.ts';
import {
  type AssertStep,
  assertStep,
  type ExpectAllMetStep,
  type ExpectEventStep,
  type ExpectJournalStep,
  type ExpectStateStep,
  type ExpectWebhookStep,
  expectAllMetStep,
  expectEventStep,
  expectJournalStep,
  expectStateStep,
  expectWebhookStep,
} from './scenario-check-steps.ts';
import {
  forkStep,
  type IncludeStep,
  includeStep,
  type ParallelStep,
  type PrintStep,
  parallelStep,
  printStep,
  repeatStep,
} from './scenario-flow-steps.ts';
import { type ControlStep, controlStep, type RequestStep, requestStep } from './scenario-request-steps.ts';
import * as world from './scenario-world-steps.ts';

export const STEP_SCHEMAS = {
  request: requestStep,
  advance: world.advanceStep,
  until: world.untilStep,
  fault: world.faultStep,
  end_fault: world.endFaultStep,
  exchange: world.exchangeStep,
  market: world.marketStep,
  market_event: world.marketEventStep,
  cash_flow: world.cashFlowStep,
  constraints: world.constraintsStep,
  corporate_action: world.corporateActionStep,
  policy: world.policyStep,
  order_action: world.orderActionStep,
  cancel_orders: world.cancelStep,
  control: controlStep,
  expect_webhook: expectWebhookStep,
  expect_state: expectStateStep,
  expect_journal: expectJournalStep,
  expect_event: expectEventStep,
  expect_events: expectEventsStep,
  assert: assertStep,
  expect_all_met: expectAllMetStep,
  snapshot: world.snapshotStep,
  restart: world.restartStep,
  print: printStep,
  parallel: parallelStep,
  repeat: repeatStep,
  fork: forkStep,
  include: includeStep,
} as const;
export type StepKind = keyof typeof STEP_SCHEMAS;

/** A step of each kind, as written: any text in it may refer to a name, even instead of a number. */
export interface StepOfKind {
  request: RequestStep;
  advance: world.AdvanceStep;
  until: world.UntilStep;
  fault: world.FaultStep;
  end_fault: world.EndFaultStep;
  exchange: world.ExchangeStep;
  market: world.MarketStep;
  market_event: world.MarketEventStep;
  cash_flow: world.CashFlowStep;
  constraints: world.ConstraintsStep;
  corporate_action: world.CorporateActionStep;
  policy: world.PolicyStep;
  order_action: world.OrderActionStep;
  cancel_orders: world.CancelStep;
  control: ControlStep;
  expect_webhook: ExpectWebhookStep;
  expect_state: ExpectStateStep;
  expect_journal: ExpectJournalStep;
  expect_event: ExpectEventStep;
  expect_events: ExpectEventsStep;
  assert: AssertStep;
  expect_all_met: ExpectAllMetStep;
  snapshot: world.SnapshotStep;
  restart: world.RestartStep;
  print: PrintStep;
  parallel: ParallelStep;
  repeat: RepeatStep;
  fork: ForkStep;
  include: IncludeStep;
}
/** Conditions that steps of every kind may have (decision K133). */
export const stepConditions = z.object({
  if: z.string().min(1).optional().describe('Condition, as in `assert`: the step is done only if it holds.'),
  skip: z
    .string('must be the reason in words; without it, the step is taken')
    .min(1)
    .max(300)
    .optional()
    .describe('Reason the step is skipped for now.'),
});
type StepConditions = z.input<typeof stepConditions>;
export type ScenarioStep = StepOfKind[StepKind] & StepConditions;

/** A repetition may contain repetitions. */
export interface RepeatStep {
  readonly title?: string | undefined;
  readonly repeat: Omit<z.input<typeof repeatStep>['repeat'], 'steps'> & { readonly steps: ScenarioStep[] };
}

/** A branch may contain branches, too. */
export interface ForkStep {
  readonly title?: string | undefined;
  readonly fork: Readonly<Record<string, ScenarioStep[]>>;
}

export const STEP_KINDS = Object.keys(STEP_SCHEMAS) as StepKind[];

/** Returns the kind of a step by its keyword; `null` if it has none. */
export function kindOf(step: object): StepKind | null {
  return STEP_KINDS.find((kind) => Object.hasOwn(step, kind)) ?? null;
}
