/**
 * Finds steps that speak of what nothing in the file sets up: snapshots that no step saves, accounts, sinks that no webhook is sent
 * to, and faults where none is set. A saved world to begin from may have all of them, and what refers to a name only the run knows.
 */
import type { IssuePlace } from '../../contract/fields/issue-places.ts';
import { didYouMean } from '../../contract/fields/nearest-name.ts';
import { hasReference } from '../../contract/scenario/scenario-names.ts';
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import { valueAt } from '../references/json-pointer.ts';

export interface SetUp {
  readonly snapshots: readonly string[] | null;
  readonly accounts: readonly string[] | null;
  /** Whether anything sets a fault or a stub. */
  readonly hasFaults: boolean;
  /** Sinks that webhooks are sent to; `null`: the run knows. */
  readonly sinks: ReadonlySet<string> | null;
}

/** `sentTo`: the sinks of its endpoints. */
export function setUpOf(
  { world, start }: { readonly world?: unknown; readonly start?: unknown },
  steps: readonly ScenarioStep[],
  sentTo: ReadonlySet<string> | null,
): SetUp {
  const calls = steps.flatMap((step) =>
    textAt(step, '/control/method') === 'GET' ? [] : (textAt(step, '/control/path') ?? []),
  );
  const isCalled = (path: string) => calls.some((each) => each.startsWith(path) || hasReference(each));
  const saved = steps.flatMap((step) => textAt(step, '/snapshot/save') ?? []);
  const isOpen = start !== undefined;
  const knowsSnapshots = !(isOpen || isCalled('/snapshots') || saved.some(hasReference));
  return {
    snapshots: knowsSnapshots ? saved : null,
    accounts:
      isOpen || isCalled('/accounts') ? null : [DEFAULT_ACCOUNT, ...Object.keys(Object(valueAt(world, '/accounts')))],
    hasFaults:
      isOpen ||
      isCalled('/faults') ||
      isCalled('/stubs') ||
      valueAt(world, '/faults/0') !== undefined ||
      steps.some((step) => 'fault' in step),
    sinks: isOpen ? null : sentTo,
  };
}

const DEFAULT_ACCOUNT = 'default';

export function setUpFaults(step: ScenarioStep, { snapshots, accounts, hasFaults, sinks }: SetUp): IssuePlace[] {
  return [
    ...unknownName(textAt(step, '/snapshot/restore'), snapshots, ['snapshot', 'restore'], 'no step saves a snapshot'),
    ...unknownName(textAt(step, '/expect_state/account'), accounts, ['expect_state', 'account'], 'there is no account'),
    ...('expect_all_met' in step && !hasFaults
      ? [{ path: ['expect_all_met'], issue: 'proves nothing: the scenario sets no fault and no stub' }]
      : []),
    ...unknownName(scriptedSink(step), sinks && [...sinks], ['control', 'path'], 'no webhook is sent to a sink'),
  ];
}

function unknownName(
  name: string | null,
  names: readonly string[] | null,
  path: readonly string[],
  said: string,
): IssuePlace[] {
  if (name === null || names === null || hasReference(name) || names.includes(name)) return [];
  const there = names.length === 0 ? '' : `: there ${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}`;
  return [{ path, issue: `${said} ${name}${there}${didYouMean(name, names)}` }];
}

/** What a script answers has to be asked for by a webhook. */
function scriptedSink(step: ScenarioStep): string | null {
  if (textAt(step, '/control/method') !== 'PUT') return null;
  return /^\/sinks\/([^/?]+)$/.exec(textAt(step, '/control/path') ?? '')?.[1] ?? null;
}

/** A step may be invalid. */
function textAt(step: ScenarioStep, pointer: string): string | null {
  const text = valueAt(step, pointer);
  return typeof text === 'string' ? text : null;
}
