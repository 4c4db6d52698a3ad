/** Sets the policy of a portfolio: starts from a usual one, then field by field (decision O6). */

import { Button, Group, Input } from '@mantine/core';
import type { PortfolioView } from '../../../../../src-server/contract/control/portfolios/portfolios.ts';
import { type Policy, setPolicy } from '../../../../api/activity-api.ts';
import { useInstrumentsByIsin } from '../../../../api/market-api.ts';
import { useConstraintsOf } from '../../../../api/portfolios-api.ts';
import { TaxBudgetNote } from '../../../../components/constraints/tax-budget-note.tsx';
import { withSymbols } from '../../../../components/format/named-instruments.ts';
import { fieldsOf } from '../../../../components/forms/fields.tsx';
import { FormDialog } from '../../../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../../../components/forms/use-server-form.ts';
import { describeExecution, describePolicy } from '../../../../components/policies/describe-policy.ts';
import { PolicyConditions } from '../../../../components/policies/policy-conditions.tsx';
import {
  draftOf,
  newPolicy,
  type PolicyDraft,
  PRESETS,
  policyBody,
} from '../../../../components/policies/policy-draft.ts';
import { PolicyFields } from '../../../../components/policies/policy-fields.tsx';

interface PolicyDialogProps {
  readonly portfolio: PortfolioView;
  /** `null`: it has none. */
  readonly policy: Policy | null;
  readonly onClose: () => void;
}

const { SwitchField } = fieldsOf<PolicyDraft>();

export function PolicyDialog({ portfolio, policy, onClose }: PolicyDialogProps) {
  const { portfolio_id: id, form: formOfPortfolio } = portfolio;
  const instruments = useInstrumentsByIsin();
  const isConstrained = useConstraintsOf([id]).length > 0;
  const form = useServerForm({
    initial: policy === null ? newPolicy(formOfPortfolio) : draftOf(policy),
    send: (draft) => setPolicy(id, policyBody(draft, policy?.settings)),
    done: ({ next }) => `Policy set. ${withSymbols(next, instruments)}`,
    after: onClose,
  });
  const { when, is525, execute } = form.values;
  const hasReason = when.length > 0;
  return (
    <FormDialog
      form={form}
      title={policy === null ? 'Set a policy' : 'Change the policy'}
      size={720}
      submitLabel="Set the policy"
      outcome={hasReason ? describeExecution({ form: formOfPortfolio, execute }) : 'Add a condition first.'}
      canSend={hasReason}
      onClose={onClose}
    >
      <Input.Wrapper label="Start with" labelElement="div">
        <Group gap="xs" mt="xs" role="group" aria-label="Start with">
          {PRESETS.map(({ label, draft }) => (
            <Button
              key={label}
              size="compact-sm"
              variant="default"
              title={describePolicy(draft, isConstrained)}
              onClick={() => form.set(draft)}
            >
              {label}
            </Button>
          ))}
        </Group>
      </Input.Wrapper>
      <PolicyConditions {...{ when, is525 }} onChange={(conditions) => form.set({ when: conditions })} />
      <PolicyFields is525={is525} />
      <TaxBudgetNote portfolioId={id} />
      <SwitchField name="execute" label="Execute without asking me" />
    </FormDialog>
  );
}
