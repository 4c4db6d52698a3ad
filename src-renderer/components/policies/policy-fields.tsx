/** Fields that policies have wherever they are written: the 5/25 band, how far it goes back, and the cooldown. */
import { ChoiceField } from '../forms/choice-field.tsx';
import { fieldsOf } from '../forms/fields.tsx';
import type { PolicyDraft } from './policy-draft.ts';
import { POLICY_GOALS } from './policy-goals.ts';

const { Field, SwitchField, TextField } = fieldsOf<Pick<PolicyDraft, 'is525' | 'to' | 'cooldown'>>();

export function PolicyFields() {
  return (
    <>
      <GoalFields />
      <TextField
        name="cooldown"
        label="Cooldown"
        description="Minimum time between rebalances, for example 30d or 12h. Empty: none."
        maw={380}
      />
    </>
  );
}

/** Those that bulk rebalances have, too. */
export function GoalFields() {
  return (
    <>
      <SwitchField
        name="is525"
        pointer="/band_5_25"
        label="5/25 band"
        description="Replaces every other band: 5 percentage points or 25 % of the target, whichever is less."
      />
      <Field name="to">{(input) => <ChoiceField label="Back to" choices={POLICY_GOALS} {...input} />}</Field>
    </>
  );
}
