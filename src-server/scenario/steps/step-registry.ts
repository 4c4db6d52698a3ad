/** The behaviour and the description of each kind of step, except `repeat`, `fork` and `include`, which contain other steps. */

import { kindOf, type ScenarioStep, type StepKind, type StepOfKind } from '../../contract/scenario/scenario-step.ts';
import { countOf } from '../../domain/numbers/count-of.ts';
import { describeExpectEvents, expectEvents } from './expect-events-step.ts';
import {
  describeExpectJournal,
  describeExpectState,
  expectAllMet,
  expectEvent,
  expectJournal,
  expectState,
} from './expect-record-steps.ts';
import { describeExpectWebhook, expectWebhook } from './expect-webhook-step.ts';
import { callControl, describeRequest, runRequestStep, sendParallel } from './request-step.ts';
import type { StepRun } from './step-run.ts';
import { describeUntil, waitUntil } from './until-step.ts';
import * as world from './world-steps.ts';
import { advance, describeAdvance } from './world-steps.ts';

/** A step with behaviour of its own. */
type DoneKind = Exclude<StepKind, 'repeat' | 'fork' | 'include'>;

interface Behaviour<S> {
  /** Why it failed, one line each; empty if it passed. */
  readonly run: (run: StepRun, step: S) => Promise<string[]>;
  readonly describe: (step: S) => string;
}

const BEHAVIOURS: { readonly [K in DoneKind]: Behaviour<StepOfKind[K]> } = {
  request: { run: runRequestStep, describe: describeRequest },
  print: { run: printValue, describe: () => 'print' },
  parallel: { run: sendParallel, describe: ({ parallel }) => `${countOf(parallel.length, 'request')} at once` },
  control: { run: callControl, describe: ({ control }) => `${control.method} /sim${control.path}` },
  advance: { run: advance, describe: describeAdvance },
  until: { run: waitUntil, describe: describeUntil },
  fault: { run: world.runFaultStep, describe: ({ fault }) => `fault ${fault.kind}` },
  end_fault: { run: world.runEndFaultStep, describe: (step) => `end fault ${step.end_fault}` },
  exchange: {
    run: world.runExchangeStep,
    describe: ({ exchange, set }) => `exchange ${exchange}: set ${Object.keys(set).join(', ')}`,
  },
  market: { run: world.runMarketStep, describe: ({ market }) => `market: ${Object.keys(market).join(', ')}` },
  market_event: { run: world.runMarketEventStep, describe: (step) => describeMarketEvent(step.market_event) },
  cash_flow: {
    run: world.runCashFlowStep,
    describe: ({ cash_flow: { kind, amount, every } }) =>
      `${kind} of ${amount}${every === undefined ? '' : ` every ${every}`}`,
  },
  constraints: {
    run: world.runConstraintsStep,
    describe: ({ constraints }) => `constraints: ${Object.keys(constraints).join(', ') || 'none'}`,
  },
  corporate_action: {
    run: world.runCorporateActionStep,
    describe: ({ corporate_action: { kind, isin } }) => `${kind.replace('_', ' ')} of ${isin}`,
  },
  order_action: {
    run: world.runOrderActionStep,
    describe: ({ order, order_action: { action } }) => `${action.replace('_', ' ')} ${order}`,
  },
  policy: {
    run: world.runPolicyStep,
    describe: ({ policy: { when } }) => `policy: ${when.flatMap(Object.keys).join(', ')}`,
  },
  cancel_orders: { run: world.runCancelStep, describe: (step) => `cancel the open orders of ${step.cancel_orders}` },
  snapshot: {
    run: world.runSnapshotStep,
    describe: ({ snapshot }) =>
      'save' in snapshot ? `save the world as ${snapshot.save}` : `restore the world ${snapshot.restore}`,
  },
  restart: { run: world.restart, describe: () => 'the server crashes and another one continues' },
  expect_webhook: { run: expectWebhook, describe: describeExpectWebhook },
  expect_state: { run: expectState, describe: describeExpectState },
  expect_journal: { run: expectJournal, describe: describeExpectJournal },
  expect_all_met: { run: expectAllMet, describe: () => 'expect every fault to have had hits' },
  expect_events: { run: expectEvents, describe: describeExpectEvents },
  assert: { run: assertCondition, describe: (step) => `assert ${step.assert}` },
  expect_event: { run: expectEvent, describe: (step) => `expect event ${step.expect_event.type}` },
};

/** A text as it is, anything else as JSON. */
async function printValue(run: StepRun, { print }: StepOfKind['print']): Promise<string[]> {
  const value: unknown = run.fill(print);
  run.print(typeof value === 'string' ? value : JSON.stringify(value));
  return [];
}

async function assertCondition(run: StepRun, { assert }: StepOfKind['assert']): Promise<string[]> {
  const why = run.check(assert);
  return why === null ? [] : [why];
}

export function doStep(run: StepRun, step: ScenarioStep): Promise<string[]> {
  return behaviourOf(step).run(run, step);
}

/** Its title, or its description; references are not filled in. */
export function describeStep(step: ScenarioStep): string {
  const kind = kindOf(step);
  if (kind === 'include') return kind;
  const title = 'title' in step ? step.title : undefined;
  if (kind === 'repeat' || kind === 'fork') return title ?? kind;
  return title ?? behaviourOf(step).describe(step);
}

function behaviourOf(step: ScenarioStep): Behaviour<ScenarioStep> {
  // The kind is read from the step itself, so the two match.
  return BEHAVIOURS[kindOf(step) as DoneKind] as unknown as Behaviour<ScenarioStep>;
}

function describeMarketEvent(event: object): string {
  const { kind, isin, currency } = event as { kind?: string; isin?: string; currency?: string };
  return `market event ${kind} on ${isin ?? currency}`;
}
