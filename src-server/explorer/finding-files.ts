/** Writes the files that reproduce a finding (decision Q4): a file for `ballast explore`, and a test. Pure. */
import { stringify } from 'yaml';
import { exploreFile } from '../contract/scenario/explore-file.ts';
import { worldContents } from '../contract/scenario/world-file.ts';
import { describeScheduled, type ScheduledFault } from './schedule.ts';
import type { TrialTask } from './trial-task.ts';
import type { RuleBreach } from './verdict.ts';

type ShownFinding = { readonly finding: RuleBreach; readonly schedule: readonly ScheduledFault[] };

/**
 * One trial of the client with exactly these faults. `way`: the client's folder relative to the finding's, so that the
 * client is found after both have moved; `null`: it is not known where the finding will be stored.
 */
export function findingExploration(
  task: TrialTask,
  { finding, schedule }: ShownFinding,
  way: string | null = null,
): string {
  const { world } = task;
  const { seed, clock, drift_check, dividends, settlement, tier, rules, rate_limit } = world;
  const file = {
    name: titleOf(schedule),
    description: finding.text,
    command: [...task.command],
    folder: way === null ? task.folder : [way, task.folder],
    keep_alive: task.isReused,
    seed,
    clock,
    drift_check,
    dividends,
    settlement,
    tier,
    rules,
    rate_limit,
    world: withoutDefaults(world.contents, worldContents.parse({})),
    step: spanOf(task.stepMs),
    idle: spanOf(task.idleMs),
    timeout: spanOf(task.timeoutMs),
    storm: task.storm,
    webhook: task.webhookPath === null ? undefined : { path: task.webhookPath },
    check: task.check === null ? undefined : [...task.check],
    invariants: task.invariants,
    always: task.always,
    eventually: task.eventually,
    faults: schedule.flatMap((fault) => ('body' in fault ? [fault.body] : [])),
    actions: unlessEmpty(schedule.flatMap((fault) => ('action' in fault ? [fault.action] : []))),
  };
  return stringify(withoutDefaults(file, exploreFile.parse({})), { lineWidth: 0, aliasDuplicateObjects: false });
}

function spanOf(spanMs: number): string {
  return spanMs % 1000 === 0 ? `${spanMs / 1000}s` : `${spanMs}ms`;
}

function unlessEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** Returns the properties that differ from their defaults. */
function withoutDefaults(value: object, usual: object): object {
  const defaults: Readonly<Record<string, unknown>> = { ...usual };
  return Object.fromEntries(
    Object.entries(value).filter(
      ([name, member]) => member !== undefined && JSON.stringify(member) !== JSON.stringify(defaults[name]),
    ),
  );
}

/** For `node --test`, Vitest and other runners that support `node:test`. */
export function findingTest({ finding, schedule }: ShownFinding): string {
  return `// ${oneLine(finding.text)}
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { exploreClient } from 'ballast/testing';

test(${JSON.stringify(`the client survives: ${titleOf(schedule)}`)}, async () => {
  const { findings } = await exploreClient({ file: fileURLToPath(new URL('explore.yaml', import.meta.url)) });
  assert.deepEqual(findings.map(({ text }) => text), []);
});
`;
}

export function titleOf(schedule: readonly ScheduledFault[]): string {
  return oneLine(schedule.map(describeScheduled).join('; ')).slice(0, 200) || 'no fault';
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
