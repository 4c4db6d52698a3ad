/**
 * Writes a recorded segment of a world as a scenario: its start, every request that changed anything at its exact
 * instant, and its end. A replay writes the same event log to the last hash. Pure.
 */

import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import { commandStep, type WrittenStep } from './command-step.ts';
import { nameIds, type RecordedNames } from './name-ids.ts';
import type { RecordedCommand } from './recorded-command.ts';
import { scenarioText } from './scenario-text.ts';

interface RecordedSegment {
  readonly name: string;
  /** A comment at the top, one line each. */
  readonly comments: readonly string[];
  /** The members of the scenario other than its name and steps: a new world, or a saved one. */
  readonly beginning: object;
  readonly known: RecordedNames;
  readonly commands: readonly (RecordedCommand & { readonly atMs: number })[];
  readonly fromMs: number;
  readonly endMs: number;
  /** The final statuses of rebalances, by their ids. */
  readonly rebalances: ReadonlyMap<string, string>;
}

export function recordedScenario(segment: RecordedSegment): string {
  const { name, beginning, commands, known, endMs, rebalances } = segment;
  const names = nameIds(commands, known, [...rebalances.keys()]);
  const steps: WrittenStep[] = [];
  let nowMs = segment.fromMs;
  const moveTo = (instantMs: number) => {
    if (instantMs > nowMs) steps.push(plain({ advance: formatInstant(instantMs) }));
    nowMs = Math.max(nowMs, instantMs);
  };
  for (const [index, command] of commands.entries()) {
    moveTo(command.atMs);
    steps.push(commandStep(command, index, names));
  }
  moveTo(endMs);
  for (const [id, status] of rebalances) {
    const rebalance = names.referenceTo(id, commands.length) ?? id;
    steps.push(plain({ expect_state: { rebalance, body: { '/rebalance/status': status } } }));
  }
  // A scenario needs at least one step, and nothing happened in this one.
  if (steps.every(({ step }) => step === null)) steps.push(plain({ advance: formatInstant(endMs) }));
  // A recording only shows what happened; a fault need not hit anything.
  const allowed = commands.some(setsFaults) ? { allow_unmet: true } : {};
  return scenarioText({ name, ...beginning, ...allowed }, steps, segment.comments);
}

function setsFaults({ base, path }: RecordedCommand): boolean {
  return base === 'sim' && /^\/(?:faults|stubs)\b/.test(path);
}

function plain(step: object): WrittenStep {
  return { comments: [], step: step as ScenarioStep };
}
