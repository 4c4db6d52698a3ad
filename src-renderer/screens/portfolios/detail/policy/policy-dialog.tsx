/** Sets the policy of a portfolio: from a usual one, then field by field (decision O6). */
import { Button, Group, Input } from '@mantine/core';
import type { PortfolioView } from '../../../../../src-server/contract/control/portfolios/portfolios.ts';
import { type Policy, setPolicy } from '../../../../api/activity-api.ts';
import { Notice } from '../../../../components/feedback/notice.tsx';
import { ChoiceField } from '../../../../components/forms/choice-field.tsx';
import { fieldsOf } from '../../../../components/forms/fields.tsx';
import { FormDialog } from '../../../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../../../components/forms/use-server-form.ts';
import { type Band, draftOf, isShownWhole, NEW_POLICY, type PolicyDraft, PRESETS, policyBody } from './policy-draft.ts';

interface PolicyDialogProps {
  readonly portfolio: PortfolioView;
  /** `null`: it has none. */
  readonly policy: Policy | null;
  readonly onClose: () => void;
}

const { Field, NumberField, SelectField, SwitchField, TextField } = fieldsOf<PolicyDraft>();

const EVERY = [
  { value: 'never', label: 'on no dates' },
  { value: 'month', label: 'every month' },
  { value: 'quarter', label: 'every quarter' },
  { value: 'year', label: 'every year' },
];
const DAYS = [
  { value: 'first', label: 'first open day' },
  { value: 'last', label: 'last open day' },
  ...Array.from({ length: 28 }, (_, index) => ({ value: String(index + 1), label: `day ${index + 1}` })),
];
const BANDS: readonly { readonly value: Band; readonly label: string }[] = [
  { value: 'none', label: 'at no drift' },
  { value: 'absolute', label: 'a position, in percent of the portfolio' },
  { value: 'relative', label: 'a position, in percent of its target' },
  { value: 'portfolio', label: 'the portfolio as a whole' },
  { value: '5_25', label: 'a position, by the 5/25 band' },
];
const GOALS: readonly { value: PolicyDraft['to']; label: string; meaning: string }[] = [
  { value: 'target', label: 'the targets', meaning: 'Every position goes to its target.' },
  {
    value: 'band_edge',
    label: 'the edge of the band',
    meaning: 'What is outside goes back to its edge; the rest is traded only to pay for that, or to take it.',
  },
];

export function PolicyDialog({ portfolio, policy, onClose }: PolicyDialogProps) {
  const { portfolio_id: id, form: formOfPortfolio } = portfolio;
  const form = useServerForm({
    initial: policy === null ? NEW_POLICY : draftOf(policy),
    send: (draft) => setPolicy(id, policyBody(draft, policy?.settings)),
    done: ({ next }) => `Policy set. ${next}`,
    after: onClose,
  });
  const { every, band, withCashFlows, execute } = form.values;
  const hasReason = every !== 'never' || band !== 'none' || withCashFlows;
  const planned = formOfPortfolio === 'A' ? 'It only makes dry runs.' : 'It only plans; the plans wait to be executed.';
  return (
    <FormDialog
      form={form}
      title={policy === null ? 'Set a policy' : 'Change the policy'}
      size={560}
      submitLabel="Set the policy"
      outcome={hasReason ? (execute ? 'What it plans is executed without asking.' : planned) : 'Choose a reason first.'}
      canSend={hasReason}
      onClose={onClose}
    >
      {policy !== null && !isShownWhole(policy) && <HiddenTermsNotice />}
      <Input.Wrapper label="Begin with" labelElement="div">
        <Group gap="xs" mt={4} role="group" aria-label="Begin with">
          {PRESETS.map(({ label, meaning, draft }) => (
            <Button key={label} size="compact-sm" variant="default" title={meaning} onClick={() => form.set(draft)}>
              {label}
            </Button>
          ))}
        </Group>
      </Input.Wrapper>
      <Group grow align="start">
        <SelectField name="every" label="Dates" data={EVERY} pointer={['/when/0/calendar/every', '/when']} />
        {every !== 'never' && (
          <>
            <SelectField name="day" label="Day" data={DAYS} pointer="/when/0/calendar/day" />
            <TextField name="at" label="Time (like open+30m)" pointer="/when/0/calendar/at" />
          </>
        )}
      </Group>
      <Group grow align="start">
        <SelectField name="band" label="Drift of" data={[...BANDS]} pointer={[]} />
        {band !== 'none' && band !== '5_25' && (
          <NumberField
            name="threshold"
            label="Beyond (%)"
            decimalScale={4}
            pointer={['/when/0/drift/threshold', '/when/1/drift/threshold']}
          />
        )}
      </Group>
      <SwitchField name="withCashFlows" label="When a cash flow was booked" pointer={[]} />
      <Field name="to">{(input) => <ChoiceField label="Back to" choices={GOALS} {...input} />}</Field>
      <NumberField name="cooldown" label="Cooldown (days)" description="Empty: none." decimalScale={0} />
      <SwitchField name="execute" label="Execute what it plans" />
    </FormDialog>
  );
}

function HiddenTermsNotice() {
  return (
    <Notice tone="warn">
      This policy has more than the form shows: one calendar, one drift and a cooldown in whole days. Setting it here
      removes the rest.
    </Notice>
  );
}
