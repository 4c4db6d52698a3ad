/**
 * Validates every step by the schema of its kind and replaces includes by the steps of their files. Refuses cycles,
 * files outside the project, and more steps than a run may take. Invalid steps remain, so that the rest of them is
 * validated, too.
 */
import { LONGEST_TEXT, stubResponse } from '../../contract/control/http-faults/fault-terms.ts';
import { type IssuePlace, pointerTo } from '../../contract/fields/issue-places.ts';
import { didYouMean } from '../../contract/fields/nearest-name.ts';
import { UNKNOWN_FIELD } from '../../contract/fields/plain-issues.ts';
import { scenarioFile } from '../../contract/scenario/scenario-file.ts';
import { MAX_STEPS } from '../../contract/scenario/scenario-flow-steps.ts';
import {
  kindOf,
  type RepeatStep,
  type ScenarioStep,
  STEP_KINDS,
  STEP_SCHEMAS,
  type StepKind,
  stepConditions,
} from '../../contract/scenario/scenario-step.ts';
import type { FaultStep } from '../../contract/scenario/scenario-world-steps.ts';
import { emptyCondition } from '../references/empty-conditions.ts';
import { createFillRoom } from '../references/fill-room.ts';
import { CONDITIONS, filledWithConditions } from './file-variables.ts';
import { includedSteps } from './include-steps.ts';
import { faultAt } from './read-yaml.ts';
import { readRowFile } from './row-files.ts';
import {
  type ExpandedSteps,
  type Expansion,
  reportIssue,
  type SourceFiles,
  type StepSource,
} from './scenario-sources.ts';
import { withContent } from './stub-content.ts';
import { checkValue } from './validate-value.ts';

/** `pointer`: their place in their file; `room`: limit for the filled texts of these and of included files. */
export function expandSteps(
  files: SourceFiles,
  source: StepSource,
  written: unknown,
  { pointer = '/steps', room = createFillRoom() } = {},
): ExpandedSteps {
  const expansion: Expansion = {
    files,
    faults: [],
    room,
    places: new Map(),
    sources: new Set(),
    missing: new Set(),
    chain: [source.file],
  };
  const steps = expandList(expansion, source, written, pointer);
  const nowhere = { file: source.file, line: 1, column: 1, pointer: '' };
  const { faults, places, sources, missing } = expansion;
  const stepPlace = (step: ScenarioStep) => places.get(step) ?? nowhere;
  return { steps, faults, stepPlace, isWhole: missing.size === 0, sources: [...sources] };
}

/** A value that is not a list was reported by the schema of its parent. */
function expandList(expansion: Expansion, source: StepSource, written: unknown, pointer: string): ScenarioStep[] {
  if (!Array.isArray(written)) return [];
  return written.flatMap((step: unknown, index) => {
    const at = `${pointer}/${index}`;
    if (expansion.places.size < MAX_STEPS) {
      const filling = {
        room: expansion.room,
        report(where: string, why: string) {
          reportIssue(expansion, source, where, why);
          expansion.missing.add(where);
        },
      };
      reportConstants(expansion, source, step, at);
      return expandStep(expansion, source, filledWithConditions(step, source.variables, filling, at), at);
    }
    const issue = `there are more than ${MAX_STEPS} steps, including those of included files`;
    if (expansion.places.size === MAX_STEPS) reportIssue(expansion, source, at, issue);
    expansion.missing.add(at);
    expansion.places.set({}, { file: source.file, line: 1, column: 1, pointer: at });
    return [];
  });
}

/** Conditions that prove nothing, in their original text: known values are filled in later. */
function reportConstants(expansion: Expansion, source: StepSource, step: unknown, pointer: string): void {
  if (typeof step !== 'object' || step === null) return;
  for (const [key, text] of Object.entries(step)) {
    if (!CONDITIONS.has(key) || typeof text !== 'string') continue;
    const issue = emptyCondition(text, 'run');
    if (issue !== null) reportIssue(expansion, source, `${pointer}/${key}`, issue);
  }
}

function expandStep(expansion: Expansion, source: StepSource, step: unknown, pointer: string): ScenarioStep[] {
  if (typeof step !== 'object' || step === null || Array.isArray(step)) {
    reportIssue(expansion, source, pointer, step === null ? 'is empty' : `is not a step${wordHint(step)}`);
    expansion.missing.add(pointer);
    return [];
  }
  const kind = kindOf(step);
  if (kind === null) {
    reportIssue(expansion, source, pointer, noStepIssue(Object.keys(step)));
    expansion.missing.add(pointer);
    return [];
  }
  const others = STEP_KINDS.filter((other) => other !== kind && Object.hasOwn(step, other));
  for (const other of others)
    reportIssue(expansion, source, `${pointer}/${other}`, `is a separate step: this one is already ${kind}`);
  const { [others[0] ?? '']: _other, if: condition, skip, ...own } = step as Record<string, unknown>;
  const conditions = checkValue(stepConditions, { if: condition, skip }, true);
  for (const place of conditions.ok ? [] : conditions.places)
    expansion.faults.push(faultAt(source.file, source.placeOf, place, pointer));
  const validated = checkValue(STEP_SCHEMAS[kind], own, true);
  if (!validated.ok) {
    for (const place of validated.places.map((each) => atStepLevel(each, kind)))
      expansion.faults.push(faultAt(source.file, source.placeOf, place, pointer));
    if (!canBeEntered(own)) {
      expansion.missing.add(pointer);
      return [];
    }
  }
  const { file, placeOf } = source;
  // A new object each time, because a step that is included twice has two places in the run.
  const known = {
    ...own,
    ...(condition === undefined ? {} : { if: condition }),
    ...(skip === undefined ? {} : { skip }),
  } as unknown as ScenarioStep;
  expansion.places.set(known, { file, ...placeOf(pointer), pointer });
  return withNested(expansion, source, known, pointer);
}

/** An `expect` within a request belongs next to it, like `title`. */
function atStepLevel(place: IssuePlace, kind: StepKind): IssuePlace {
  const [within, field, ...rest] = place.path;
  // Network faults have a `skip` of their own, and market faults have none.
  const isOther = kind === 'fault' && field === 'skip';
  const isSibling = within === kind && rest.length === 0 && !isOther && Object.hasOwn(SIBLING_FIELDS, String(field));
  if (!isSibling || !place.issue.startsWith(UNKNOWN_FIELD)) return place;
  return { ...place, issue: `belongs next to ${kind}, not inside it: indent it like ${kind}` };
}

const SIBLING_FIELDS = { expect: true, title: true, ...stepConditions.shape };

/** `advance:1d` is one text in YAML. */
function wordHint(step: unknown): string {
  if (typeof step === 'string' && STEP_KINDS.some((kind) => kind === step))
    return `: write what it does after a colon, such as ${step}: …`;
  if (typeof step === 'string' && /\u00a0/.test(step))
    return ': it contains a no-break space, which YAML treats as a letter';
  const [kind] = typeof step === 'string' ? step.split(/\s/, 1) : [];
  if (STEP_KINDS.some((each) => each === kind))
    return `: write a colon after ${kind}, as ${kind}: ${String(step).slice(String(kind).length).trim().slice(0, 60)}`;
  const [, fieldName = '', rest = ''] = (typeof step === 'string' ? /^(\w+):(\S.*)$/s.exec(step) : null) ?? [];
  return fieldName === '' ? '' : `: write a space after the colon, ${fieldName}: ${rest.slice(0, 40)}`;
}

function noStepIssue(fields: readonly string[]): string {
  const ofTop = fields.find((fieldName) => Object.hasOwn(scenarioFile.shape, fieldName));
  if (ofTop !== undefined) return `is not a step: ${ofTop} belongs at the top of the file, next to steps`;
  if (fields.every((fieldName) => COMMON_FIELDS.includes(fieldName)))
    return 'has no action: write what the step does next to its title';
  const half = Object.entries(REQUIRED_SIBLINGS).find(([fieldName]) => fields.includes(fieldName));
  if (half !== undefined) return `is not a step: ${half[0]} needs ${half[1]} next to it`;
  const [, name, value] =
    fields.map((fieldName) => /^(\w+):(\S.*)$/.exec(fieldName)).find((found) => found !== null) ?? [];
  if (name !== undefined) return `is not a step: write a space after the colon, as in ${name}: ${value}`;
  if (fields.includes('method') && fields.includes('path'))
    return 'is not a step: write request: before its fields, as in request: { method: …, path: … }';
  if (fields.includes('expect'))
    return 'is not a step: expect belongs next to the request that it checks, in the same step';
  const near = fields
    .map((fieldName) => {
      const meant = Object.hasOwn(FOREIGN_FIELDS, fieldName) ? FOREIGN_FIELDS[fieldName] : undefined;
      return meant === undefined ? didYouMean(fieldName, STEP_KINDS) : ` (did you mean ${meant}?)`;
    })
    .find((hint) => hint !== '');
  return `is not a known kind of step${near ?? `: ${STEP_KINDS.join(', ')}`}`;
}

const COMMON_FIELDS = ['title', 'if', 'skip'];
/** Second fields of steps that need two. */
const REQUIRED_SIBLINGS = { order: 'order_action', portfolio: 'constraints', set: 'exchange' };

/** Names of the fields in other tools. */
const FOREIGN_FIELDS: Readonly<Record<string, string>> = {
  wait: 'advance',
  sleep: 'advance',
  delay: 'advance',
  pause: 'advance',
  tick: 'advance',
  time: 'advance',
  wait_for: 'until',
  wait_until: 'until',
  poll: 'until',
  eventually: 'until',
  get: 'request',
  post: 'request',
  put: 'request',
  delete: 'request',
  http: 'request',
  call: 'request',
  check: 'assert',
  verify: 'assert',
  log: 'print',
  echo: 'print',
  debug: 'print',
  loop: 'repeat',
  for: 'repeat',
  foreach: 'repeat',
  deposit: 'cash_flow',
  withdraw: 'cash_flow',
  event: 'expect_event',
  webhook: 'expect_webhook',
  state: 'expect_state',
  journal: 'expect_journal',
  split: 'corporate_action',
  dividend: 'corporate_action',
  price: 'market',
  pin: 'market',
  crash: 'restart',
};

/** Whether the contents of an invalid step can still be validated. */
function canBeEntered({ include, repeat, fork, request, control }: Readonly<Record<string, unknown>>): boolean {
  const isThere = (part: unknown) => part === undefined || (typeof part === 'object' && part !== null);
  const file = typeof include === 'object' && include !== null && 'file' in include ? include.file : include;
  return (file === undefined || typeof file === 'string') && [repeat, fork, request, control].every(isThere);
}

function withNested(expansion: Expansion, source: StepSource, step: ScenarioStep, pointer: string): ScenarioStep[] {
  if ('fault' in step) return [withStubContent(expansion, source, step, pointer)];
  if ('include' in step && (step.if ?? step.skip) !== undefined) {
    const fieldName = step.if === undefined ? 'skip' : 'if';
    reportIssue(
      expansion,
      source,
      `${pointer}/${fieldName}`,
      'cannot be combined with include: write it at each of the included steps',
    );
  }
  if ('include' in step) return includedSteps(expansion, source, step, pointer, expandList);
  if ('repeat' in step) {
    const steps = expandList(expansion, source, step.repeat.steps, `${pointer}/repeat/steps`);
    return [placed(expansion, step, { ...step, repeat: { ...withRows(expansion, source, step, pointer), steps } })];
  }
  if ('fork' in step) {
    const branches = Object.entries(step.fork).map(([name, steps]) => [
      name,
      expandList(expansion, source, steps, `${pointer}${pointerTo(['fork', name])}`),
    ]);
    return [placed(expansion, step, { ...step, fork: Object.fromEntries(branches) })];
  }
  if ('parallel' in step) {
    const at = `${pointer}${pointerTo(['parallel'])}`;
    const parallel = expandList(expansion, source, step.parallel, at).filter((inner) => {
      if ((inner.if ?? inner.skip) !== undefined)
        reportIssue(expansion, source, at, 'has requests with if or skip: write it next to parallel, for all of them');
      if ('request' in inner) return true;
      reportIssue(expansion, source, at, `can contain only requests, but this is ${kindOf(inner)}`);
      return false;
    });
    return [placed(expansion, step, { ...step, parallel } as ScenarioStep)];
  }
  return [step];
}

/** The repetition with the rows of its file instead of its name; `${` in them is not a reference of the scenario. */
function withRows(
  expansion: Expansion,
  source: StepSource,
  { repeat }: RepeatStep,
  pointer: string,
): RepeatStep['repeat'] {
  const { rows: name, ...others } = repeat;
  // A step may be invalid.
  if (typeof name !== 'string') return repeat;
  const content = siblingFile(expansion, source, name);
  const read = content.ok
    ? readRowFile(
        name,
        content.text.replaceAll('${', () => '$${'),
      )
    : content;
  if (read.ok) return { ...others, each: read.rows };
  reportIssue(expansion, source, `${pointer}/repeat/rows`, read.issue);
  expansion.missing.add(`${pointer}/repeat/rows`);
  return repeat;
}

/** The text of a file that a step names, relative to its own. */
function siblingFile(expansion: Expansion, source: StepSource, name: string, maxBytes?: number) {
  const file = expansion.files.resolve(source.file, name);
  if (file === null) return { ok: false, issue: `${name} is outside the project` } as const;
  expansion.sources.add(file);
  const content = expansion.files.read(file, maxBytes);
  return content.ok ? content : ({ ok: false, issue: `${name} ${content.issue}` } as const);
}

/** The step with the content of the file that its stub names; `${` in it is not a reference of the scenario. */
function withStubContent(expansion: Expansion, source: StepSource, step: FaultStep, pointer: string): ScenarioStep {
  const { fault } = step;
  // A step may be invalid.
  const response = fault?.kind === 'api_stub' ? stubResponse.safeParse(fault.answer) : null;
  // An invalid response was reported by its schema.
  if (!response?.success || response.data.file === undefined) return step as ScenarioStep;
  const filled = withContent(response.data, (name) => {
    const content = siblingFile(expansion, source, name, LONGEST_TEXT);
    return content.ok ? { ok: true, text: content.text.replaceAll('${', () => '$${') } : content;
  });
  if (filled.ok)
    return placed(expansion, step, { ...step, fault: { ...fault, answer: filled.response } } as ScenarioStep);
  reportIssue(expansion, source, `${pointer}/fault/answer/file`, filled.issue);
  return step as ScenarioStep;
}

function placed(expansion: Expansion, old: object, step: ScenarioStep): ScenarioStep {
  const place = expansion.places.get(old);
  if (place !== undefined) expansion.places.set(step, place);
  return step;
}
