/**
 * Drafts a scenario from an HTTP archive of any tool: its requests to the service, names instead of ids, the recorded
 * statuses, and a comment wherever a user must decide. Pure.
 */

import { pointerTo } from '../../contract/fields/issue-places.ts';
import { requestFields } from '../../contract/scenario/scenario-request-steps.ts';
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import { ERROR_STATUS } from '../../contract/service/errors.ts';
import { isFinalRebalance, type RebalanceStatus } from '../../domain/lifecycle/rebalance-life-cycle.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import { pathFault } from '../check/check-paths.ts';
import { requestFaults } from '../check/check-requests.ts';
import { impossibleFaults } from '../check/check-statuses.ts';
import { commandStep, type WrittenStep } from './command-step.ts';
import { type NamedIds, nameIds } from './name-ids.ts';
import type { RecordedCommand } from './recorded-command.ts';
import { scenarioText } from './scenario-text.ts';

interface ArchivedSession {
  readonly name: string;
  readonly commands: readonly RecordedCommand[];
  /** Virtual time at which the scenario starts. */
  readonly startMs: number;
  /** Whether the time between requests is reproduced. */
  readonly withClock: boolean;
}

interface Draft {
  readonly text: string;
  /** The number of places where a user must decide. */
  readonly places: number;
}

const LOOK = 'LOOK:';

export function archiveScenario({ name, commands, startMs, withClock }: ArchivedSession): Draft {
  const names = nameIds(commands, { ids: new Map(), secrets: new Map() });
  const steps: WrittenStep[] = [];
  const firstMs = commands[0]?.atMs ?? null;
  let nowMs = startMs;
  const usedKeys = new Set<string>();
  for (const [index, command] of commands.entries()) {
    const targetMs = firstMs === null || command.atMs === null ? nowMs : startMs + command.atMs - firstMs;
    if (withClock && targetMs > nowMs) {
      nowMs = targetMs;
      steps.push({ comments: [], step: { advance: formatInstant(nowMs) } });
    }
    steps.push(...draftSteps(command, index, { names, withClock, usedKeys }));
  }
  const head = { name, seed: 1, clock: formatInstant(startMs), world: { portfolios: [] } };
  const places = steps.flatMap(({ comments }) => comments).filter((line) => line.startsWith(LOOK)).length;
  const comments = [
    'A draft, made from an HTTP archive. Lines that begin with LOOK need your decision.',
    'Put what existed before the archive began under world: portfolios, accounts, webhooks.',
  ];
  return { text: scenarioText(head, steps, comments), places };
}

interface DraftTerms {
  readonly names: NamedIds;
  readonly withClock: boolean;
  /** Idempotency keys of earlier requests. */
  readonly usedKeys: Set<string>;
}

function draftSteps(
  command: RecordedCommand,
  index: number,
  { names, withClock, usedKeys }: DraftTerms,
): WrittenStep[] {
  const { status, facts } = command;
  if (facts?.code === 'rate_limit')
    return [
      { comments: [`${LOOK} ${titleOf(command)} was refused by the rate limit, so it is left out.`], step: null },
    ];
  // Without a clock the progress of a rebalance is unknown, but its final status can be waited for.
  const isSettled = facts?.status != null && isFinalRebalance(facts.status as RebalanceStatus);
  const awaited = withClock || !isSettled ? null : awaitedRebalance(command, index, names);
  const isVague = !withClock && awaited === null && command.method === 'GET' && facts?.code === null;
  const { comments, step } = commandStep(isVague ? { ...command, facts: null } : command, index, names);
  const before: WrittenStep[] = awaited === null ? [] : [plain({ until: { rebalance: awaited } })];
  const looked = [...comments, ...placesToLook(command, index, names), ...noResponseComment(status)];
  return [...before, possibleStep({ comments: looked, step }, command, usedKeys)];
}

/** Parts of a step that `validate` would refuse are left out of the draft, with a comment. */
function possibleStep({ comments, step }: WrittenStep, command: RecordedCommand, usedKeys: Set<string>): WrittenStep {
  if (step === null || !('request' in step)) return { comments, step };
  if (!METHODS.has(command.method))
    return leftOut(comments, `${titleOf(command)} has a method that scenarios cannot send, so it is left out.`);
  const isPossible = impossibleFaults(step, false).length === 0 && hasPossibleStatus(command);
  const { expect: _expected, ...unexpecting } = step;
  const possible: ScenarioStep = isPossible ? step : unexpecting;
  const statusComment = isPossible
    ? []
    : [`${LOOK} ${command.status} was the response, which this service does not give here.`];
  const fault = pathFault(possible);
  if (fault !== null)
    return leftOut([...comments, ...statusComment], `${titleOf(command)} ${fault.issue}, so it is left out.`);
  const [refused] = requestFaults(possible, { hasStubs: false, usedKeys });
  if (refused === undefined) return { comments: [...comments, ...statusComment], step: possible };
  const why = `${pointerTo(refused.path.slice(2))} ${refused.issue}`;
  const here = [`${LOOK} the service refuses this body here: ${why}.`];
  return {
    comments: [...comments, ...statusComment, ...here],
    step: { ...possible, expect: { status: 400 } } as ScenarioStep,
  };
}

const METHODS: ReadonlySet<string> = new Set(requestFields.shape.method.options);
const REFUSALS: ReadonlySet<number> = new Set(Object.values(ERROR_STATUS));

/** An expected refusal need not match an operation, so its status is checked here. */
function hasPossibleStatus({ status }: RecordedCommand): boolean {
  return status === null || (status >= 200 && status < 300) || REFUSALS.has(status);
}

function leftOut(comments: readonly string[], why: string): WrittenStep {
  return { comments: [...comments, `${LOOK} ${why}`], step: null };
}

function awaitedRebalance({ path }: RecordedCommand, index: number, names: NamedIds): string | null {
  const id = /^\/rebalances?\/([^/?]+)$/.exec(path)?.[1];
  return id === undefined ? null : names.referenceTo(id, index);
}

/** Ids in a path that no response of the archive contains. One that was not found did not exist, and must not. */
function placesToLook({ path, facts }: RecordedCommand, index: number, names: NamedIds): string[] {
  if (facts?.code === 'not_found') return [];
  return [...path.matchAll(/\/(?:portfolios|rebalances?|mifid-records)\/([^/?]+)/g)].flatMap(([, id = '']) =>
    names.referenceTo(id, index) === null
      ? [
          `${LOOK} ${id} is from before the archive. Make it in world (with as: name) or in a step, and write \${name} here.`,
        ]
      : [],
  );
}

function noResponseComment(status: number | null): string[] {
  if (status === null) return [`${LOOK} there was no response here.`];
  return status >= 500
    ? [`${LOOK} ${status} was the response; set the fault that causes it, or expect something else.`]
    : [];
}

function titleOf({ method, path }: RecordedCommand): string {
  return `${method} ${path}`;
}

function plain(step: object): WrittenStep {
  return { comments: [], step: step as ScenarioStep };
}
