/** A policy as the draft of a lab run's form, as a request, and the usual ones to compare. Pure. */
import type { StartLabRun } from '../../../api/runs/lab-api.ts';
import {
  type ConditionDraft,
  draftOf,
  NARROWEST_PERCENT,
  newCondition,
  type PolicyTerms,
  policyBody,
} from '../../../components/policies/policy-draft.ts';

type LabPolicy = StartLabRun['policies'][number];
type Settings = LabPolicy['settings'];

export interface LabPolicyDraft extends PolicyTerms {
  /** Id of the form's row. */
  readonly id: number;
  readonly name: string;
  /** Settings that the form does not show. */
  readonly settings: Settings;
}

type Terms = Omit<LabPolicyDraft, 'id'>;

const NEVER: Terms = {
  name: '',
  when: [],
  is525: false,
  cooldown: '',
  to: 'target',
  tradedBeyond: '',
  settings: undefined,
};

function onDates(name: string, every: ConditionDraft['every']): Terms {
  return { ...NEVER, name, when: [newCondition([], { every })], tradedBeyond: NARROWEST_PERCENT };
}

function atDrift(name: string, band: Partial<ConditionDraft>, terms: Partial<Terms> = {}): Terms {
  return { ...NEVER, name, when: [newCondition([], { reason: 'drift', ...band })], ...terms };
}

export const LAB_PRESETS: readonly Terms[] = [
  { ...NEVER, name: 'Buy and hold' },
  onDates('Monthly', 'month'),
  onDates('Quarterly', 'quarter'),
  onDates('Yearly', 'year'),
  atDrift('5 % absolute', { band: 'absolute', threshold: 5 }),
  atDrift('20 % relative', { band: 'relative', threshold: 20 }),
  atDrift('5/25 band, back to the targets', {}, { is525: true }),
  atDrift('5/25 band, back to the edge', {}, { is525: true, to: 'band_edge' }),
  {
    ...NEVER,
    name: 'On cash flows',
    when: [newCondition([], { reason: 'cash_flow' })],
    tradedBeyond: NARROWEST_PERCENT,
  },
];

/** All but the last: without cash flows it would never trade. */
export const FIRST_PRESETS = LAB_PRESETS.slice(0, -1);

/** Adds a row, with its own id and a unique name. */
export function addedTo(policies: readonly LabPolicyDraft[], terms: Terms): readonly LabPolicyDraft[] {
  const names = new Set(policies.map(({ name }) => name));
  let name = terms.name;
  for (let count = 2; names.has(name); count += 1) name = `${terms.name} (${count})`;
  return [...policies, { ...terms, name, id: Math.max(0, ...policies.map(({ id }) => id)) + 1 }];
}

/** `policy`: that of a portfolio, or of a lab run. */
export function labTermsOf(name: string, policy: Omit<Parameters<typeof draftOf>[0], 'execute'>): Terms {
  const { execute: _, ...draft } = draftOf({ ...policy, execute: true });
  return { ...draft, name, settings: policy.settings };
}

export function labPolicyBody({ name, settings, ...draft }: LabPolicyDraft): LabPolicy {
  const { execute: _, ...body } = policyBody({ ...draft, execute: true }, settings);
  return { name: name.trim(), ...body };
}
