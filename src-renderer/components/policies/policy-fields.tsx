/** Fields shared by all policy forms: the 5/25 band, how far to trade back, from which drift on, and the cooldown. */

import { BOUNDS } from '../../../src-server/contract/fields/number-bounds.ts';
import { ChoiceField } from '../forms/choice-field.tsx';
import { fieldsOf } from '../forms/fields.tsx';
import { fieldBounds, PERCENT_FIELD } from '../forms/number-text.ts';
import { DurationInput } from './duration-input.tsx';
import type { PolicyDraft } from './policy-draft.ts';

const { Field, NumberField, SwitchField } = fieldsOf<Pick<PolicyDraft, 'is525' | 'to' | 'tradedBeyond' | 'cooldown'>>();

/** Joined from parts, because `/settings` is also a page address. */
const OF_PLANS = ['', 'settings', 'drift_threshold'].join('/');

/** `is525`: that band is the only one. */
export function PolicyFields({ is525 }: Pick<PolicyDraft, 'is525'>) {
  return (
    <>
      <GoalFields />
      {!is525 && (
        <NumberField
          name="tradedBeyond"
          pointer={OF_PLANS}
          label="Minimum drift"
          description="On a date or after a cash flow, Ballast rebalances only if a position deviates from its target by more than this share of the portfolio. Allowed: 1 % to 20 %. If empty, 5 % applies."
          unit="%"
          {...fieldBounds(BOUNDS.driftThreshold, { ...PERCENT_FIELD, decimals: 4 })}
          styles={{ wrapper: { maxWidth: 200 } }}
        />
      )}
      <Field name="cooldown">
        {(input) => (
          <DurationInput
            label="Cooldown"
            description="Minimum time between rebalances. If empty, there is none."
            units={['d', 'h']}
            {...input}
          />
        )}
      </Field>
    </>
  );
}

/** The fields that bulk rebalances have, too. */
export function GoalFields() {
  return (
    <>
      <SwitchField
        name="is525"
        pointer="/band_5_25"
        label="5/25 band"
        description="Used instead of all other bands: 5 % of the portfolio or 25 % of the target, whichever is less."
      />
      <Field name="to">{(input) => <ChoiceField label="Trade back to" choices={POLICY_GOALS} {...input} />}</Field>
    </>
  );
}

/** How far a policy trades back. */
const POLICY_GOALS: readonly { value: PolicyDraft['to']; label: string; meaning: string }[] = [
  { value: 'target', label: 'the targets', meaning: 'Every position is traded back to its target.' },
  {
    value: 'band_edge',
    label: 'the edge of the band',
    meaning:
      'Positions outside the band are traded back to its edge. Others are traded only to fund this or to absorb the cash.',
  },
];
