/**
 * Converts a recorded request to a step of a scenario: to its specific step if there is one, else to a request or a
 * control step. Secrets are left out. The step expects only the status and the resulting state.
 */
import { jsonIn } from '../../contract/fields/nesting.ts';
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import { isIsin } from '../../domain/identifiers/isin.ts';
import type { NamedIds } from './name-ids.ts';
import type { RecordedCommand } from './recorded-command.ts';
import { replayedFault } from './replayed-fault.ts';

export interface WrittenStep {
  /** Comments above the step, one line each. */
  readonly comments: readonly string[];
  /** `null`: only the comments. */
  readonly step: ScenarioStep | null;
}

/** `index`: its index among all commands, which `names` use. */
export function commandStep(command: RecordedCommand, index: number, names: NamedIds): WrittenStep {
  if (command.leftOut !== undefined) return leftOut(command.leftOut);
  if (command.base === 'sim') return controlStep(command, index, names);
  return requestStep(command, index, names);
}

function requestStep(command: RecordedCommand, index: number, names: NamedIds): WrittenStep {
  const { base, method, path, headers, timeoutMs } = command;
  const { key, comments } = keyOf(command, index, names);
  const save = names.savesOf(index);
  const request = {
    ...(base === 'both' ? {} : { form: base }),
    method,
    path: names.fill(path, index),
    ...(Object.keys(headers).length === 0 ? {} : { headers: names.fill(headers, index) }),
    ...(key === null ? {} : { key }),
    ...bodyOf(command, index, names),
    ...(timeoutMs === undefined ? {} : { timeout_ms: timeoutMs }),
    ...(Object.keys(save).length === 0 ? {} : { save }),
  };
  const expected = { ...statusOf(command), ...factsOf(command) };
  const step = { request, ...(Object.keys(expected).length === 0 ? {} : { expect: expected }) };
  return { comments, step: step as ScenarioStep };
}

function keyOf({ key }: RecordedCommand, index: number, names: NamedIds): { key: string | null; comments: string[] } {
  if (key === 'run') return { key: null, comments: [] };
  if (typeof key === 'string') return { key, comments: [] };
  const secret = names.secretOf(key.keyId, index);
  if (secret !== null) return { key: secret, comments: [] };
  return {
    key: null,
    comments: [`It used ${key.keyId}, a key that is not known here. The default key is used instead.`],
  };
}

function bodyOf({ body }: RecordedCommand, index: number, names: NamedIds) {
  if (body === null) return {};
  const value = parsed(body);
  return value === undefined ? { raw_body: names.fill(body, index) } : { body: names.fill(value, index) };
}

function statusOf({ got, status }: RecordedCommand): { status?: number | 'none' } {
  if (got === 'nothing') return { status: 'none' };
  return status === null ? {} : { status };
}

function factsOf({ facts }: RecordedCommand): { body?: Record<string, string> } {
  if (facts === null) return {};
  if (facts.code !== null) return { body: { '/error/code': facts.code } };
  return facts.status === null ? {} : { body: { '/status': facts.status } };
}

type ControlRule = (command: RecordedCommand, segments: readonly string[], at: Place) => WrittenStep | null;
interface Place {
  readonly index: number;
  readonly names: NamedIds;
}

/** Control requests with specific steps. */
const CONTROL_RULES: readonly ControlRule[] = [
  (command, [noun, id], { index, names }) => {
    if (noun !== 'faults') return null;
    if (command.method === 'POST') return faultStep(command, { index, names });
    if (id === undefined) return command.path === '/faults' ? only({ end_fault: 'all' }) : null;
    return only({ end_fault: names.referenceTo(id, index) ?? id });
  },
  (command, [noun, id], { index, names }) => {
    if (noun !== 'stubs' || (command.method !== 'POST' && id === undefined)) return null;
    if (id !== undefined) return only({ end_fault: names.referenceTo(id, index) ?? id });
    return faultStep(command, { index, names }, { kind: 'api_stub' });
  },
  (command, [noun, mic], at) => (noun === 'exchanges' ? only({ exchange: mic, set: jsonOf(command, at) }) : null),
  (command, [noun, kind, subject], at) => (noun === 'market' ? marketStep(command, kind, subject, at) : null),
  (command, [noun, portfolio = '', verb, flowId], at) => {
    if (noun !== 'portfolios' || verb !== 'cash-flows' || flowId !== undefined) return null;
    const flow = { portfolio: at.names.fill(portfolio, at.index), ...(jsonOf(command, at) as object) };
    return only({ cash_flow: flow, ...nameOf(at.index, at.names) });
  },
  (command, [noun, portfolio = '', verb], at) =>
    noun === 'portfolios' && verb === 'constraints'
      ? only({ portfolio: at.names.fill(portfolio, at.index), constraints: jsonOf(command, at) })
      : null,
  (command, [noun, portfolio = '', verb], at) =>
    noun === 'portfolios' && verb === 'policy' && command.method === 'PUT'
      ? only({ policy: { portfolio: at.names.fill(portfolio, at.index), ...(jsonOf(command, at) as object) } })
      : null,
  (command, [noun, id = '', verb], at) =>
    noun === 'orders' && verb === 'actions'
      ? only({ order: at.names.fill(id, at.index), order_action: jsonOf(command, at) })
      : null,
  (_command, [noun, id = '', verb], { index, names }) =>
    noun === 'rebalances' && verb === 'cancel-orders' ? only({ cancel_orders: names.fill(id, index) }) : null,
];

function controlStep(command: RecordedCommand, index: number, names: NamedIds): WrittenStep {
  const path = command.path.split('?')[0] ?? '';
  const segments = path.split('/').slice(1).map(decodeURIComponent);
  for (const rule of CONTROL_RULES) {
    const written = rule(command, segments, { index, names });
    if (written !== null) return written;
  }
  const save = names.savesOf(index);
  const control = {
    method: command.method,
    path: names.fill(command.path, index),
    ...controlBodyOf(command, index, names),
    ...(Object.keys(save).length === 0 ? {} : { save }),
  };
  return only({ control });
}

function faultStep(command: RecordedCommand, { index, names }: Place, more: object = {}): WrittenStep {
  const { fault, comments } = replayedFault({ ...more, ...Object(jsonOf(command, { index, names })) });
  return { comments, step: { fault, ...nameOf(index, names) } as ScenarioStep };
}

function marketStep(command: RecordedCommand, kind: string | undefined, subject: string | undefined, at: Place) {
  const { index, names } = at;
  // The step that ends an event cannot reverse a jump.
  if (kind === 'events' && subject !== undefined && command.path.includes('?')) return null;
  if (kind === 'events' && subject !== undefined) return only({ market: { end: names.fill(subject, index) } });
  if (kind === 'corporate-actions') {
    return subject === undefined ? only({ corporate_action: jsonOf(command, at), ...nameOf(index, names) }) : null;
  }
  if (kind === 'events') return only({ market: { event: jsonOf(command, at) }, ...nameOf(index, names) });
  // Everything else becomes a control step.
  if (kind === 'pins' && subject !== undefined) return isIsin(subject) ? only({ market: { unpin: subject } }) : null;
  return kind === 'pins' ? only({ market: { pin: jsonOf(command, at) } }) : null;
}

function nameOf(index: number, names: NamedIds): { as?: string } {
  const [name] = Object.keys(names.savesOf(index));
  return name === undefined ? {} : { as: name };
}

function jsonOf({ body }: RecordedCommand, { index, names }: Place): unknown {
  return names.fill(parsed(body ?? '') ?? {}, index);
}

/** Signing secrets are left out; the event log does not contain them. */
function controlBodyOf(command: RecordedCommand, index: number, names: NamedIds) {
  if (command.body === null) return {};
  const value = parsed(command.body);
  if (value === undefined) return { raw_body: names.fill(command.body, index) };
  if (!command.path.startsWith('/webhooks') || typeof value !== 'object' || value === null) {
    return { body: names.fill(value, index) };
  }
  const { secret: _secret, ...rest } = value as Readonly<Record<string, unknown>>;
  return { body: names.fill(rest, index) };
}

function parsed(text: string): unknown {
  return jsonIn(text);
}

function only(step: object): WrittenStep {
  return { comments: [], step: step as ScenarioStep };
}

function leftOut(comment: string): WrittenStep {
  return { comments: [comment], step: null };
}
