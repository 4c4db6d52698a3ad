/**
 * Finds steps that need something that nothing in the file creates: snapshots, accounts, sinks without webhooks, and
 * faults. A saved world to start from may have all of them, and references are only known in the run.
 */
import type { IssuePlace } from '../../contract/fields/issue-places.ts';
import { didYouMean } from '../../contract/fields/nearest-name.ts';
import { hasReference } from '../../contract/scenario/scenario-names.ts';
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import { tokensOf, valueAt } from '../references/json-pointer.ts';

interface SetUp {
  readonly snapshots: readonly string[] | null;
  readonly accounts: readonly string[] | null;
  /** Whether anything sets a fault or a stub. */
  readonly hasFaults: boolean;
  /** Sinks that receive webhooks; `null`: only known in the run. */
  readonly sinks: ReadonlySet<string> | null;
  /** Features that are off in its world, with the types of events that are therefore never written. */
  readonly off: readonly { readonly types: RegExp; readonly why: string }[];
}

/** `sentTo`: the sinks of its endpoints. */
export function setUpOf(
  { world, start, dividends, settlement }: ScenarioParts,
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
    off: [
      ...(isOpen || dividends === 'on' || steps.some(paysDividend) ? [] : [DIVIDENDS_OFF]),
      ...(isOpen || settlement === 'simulated' ? [] : [SETTLEMENT_OFF]),
    ],
  };
}

interface ScenarioParts {
  readonly world?: unknown;
  readonly start?: unknown;
  readonly dividends?: unknown;
  readonly settlement?: unknown;
}

const DIVIDENDS_OFF = { types: /^dividend\./, why: 'no instrument pays dividends: write dividends: on at the top' };
const SETTLEMENT_OFF = {
  types: /^trade\.|^order\.awaits_settlement$/,
  why: 'trades settle at once: write settlement: simulated at the top',
};

/** A step that announces a dividend itself; a request to the control plane may, too. */
function paysDividend(step: ScenarioStep): boolean {
  const kind = textAt(step, '/corporate_action/kind');
  return kind !== null
    ? /dividend/.test(kind) || hasReference(kind)
    : /corporate-actions/.test(textAt(step, '/control/path') ?? '');
}

const DEFAULT_ACCOUNT = 'default';

export function setUpFaults(step: ScenarioStep, { snapshots, accounts, sinks }: SetUp): IssuePlace[] {
  return [
    ...unknownName(textAt(step, '/snapshot/restore'), snapshots, ['snapshot', 'restore'], 'no step saves a snapshot'),
    ...unknownName(textAt(step, '/expect_state/account'), accounts, ['expect_state', 'account'], 'there is no account'),
    ...receiverItself(step),
    ...unknownName(scriptedSink(step), sinks && [...sinks], ['control', 'path'], 'no webhook is sent to a sink'),
  ];
}

/** Expectations of a step whose result the scenario determines, whatever the service does. */
export function vainExpectations(step: ScenarioStep, { hasFaults, off }: SetUp): IssuePlace[] {
  return [
    ...('expect_all_met' in step && !hasFaults
      ? [{ path: ['expect_all_met'], issue: 'checks nothing: the scenario sets no fault and no stub' }]
      : []),
    ...neverWritten(step, off),
  ];
}

/** Events that are expected, counted or excluded, and never occur. */
function neverWritten(step: ScenarioStep, off: SetUp['off']): IssuePlace[] {
  const listed: unknown = valueAt(step, '/expect_events');
  const places = [
    ...['/expect_event/type', '/until/event'],
    ...(Array.isArray(listed) ? listed : []).flatMap((entry: unknown, index) =>
      typeof entry === 'string'
        ? `/expect_events/${index}`
        : ['event', 'never'].map((key) => `/expect_events/${index}/${key}`),
    ),
  ];
  return places.flatMap((pointer) => {
    const type = textAt(step, pointer);
    const found = type === null ? undefined : off.find(({ types }) => types.test(type));
    return found === undefined ? [] : [{ path: tokensOf(pointer), issue: `never occurs, because ${found.why}` }];
  });
}

/** The same for properties of the whole run. */
export function neverWrittenOf(
  { always, eventually }: { readonly always?: unknown; readonly eventually?: unknown },
  { off }: SetUp,
): IssuePlace[] {
  return Object.entries({ always, eventually }).flatMap(([part, properties]) =>
    (Array.isArray(properties) ? properties : []).flatMap((property: unknown, index) =>
      ['event', 'never'].flatMap((key) => {
        const type = valueAt(property, `/${key}`);
        const found = typeof type === 'string' ? off.find(({ types }) => types.test(type)) : undefined;
        return found === undefined ? [] : [{ path: [part, index, key], issue: `never occurs, because ${found.why}` }];
      }),
    ),
  );
}

function unknownName(
  name: string | null,
  names: readonly string[] | null,
  path: readonly string[],
  message: string,
): IssuePlace[] {
  if (name === null || names === null || hasReference(name) || names.includes(name)) return [];
  const there = names.length === 0 ? '' : `: there ${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}`;
  return [{ path, issue: `${message} ${name}${there}${didYouMean(name, names)}` }];
}

/** A script that is sent to the sink itself, which treats it as a webhook. */
function receiverItself(step: ScenarioStep): IssuePlace[] {
  const [, name] = /^\/sink\/([^/?]+)$/.exec(textAt(step, '/control/path') ?? '') ?? [];
  const isScript = name !== undefined && valueAt(step, '/control/body/answers') !== undefined;
  return isScript
    ? [{ path: ['control', 'path'], issue: `is the receiver itself: set its responses at /sinks/${name}` }]
    : [];
}

/** The sink of a script needs a webhook. */
function scriptedSink(step: ScenarioStep): string | null {
  if (textAt(step, '/control/method') !== 'PUT') return null;
  return /^\/sinks\/([^/?]+)$/.exec(textAt(step, '/control/path') ?? '')?.[1] ?? null;
}

/** A step may be invalid. */
function textAt(step: ScenarioStep, pointer: string): string | null {
  const text = valueAt(step, pointer);
  return typeof text === 'string' ? text : null;
}
