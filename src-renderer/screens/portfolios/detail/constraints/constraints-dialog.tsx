/** Edits the constraints of every plan of a portfolio; empty fields constrain nothing (decision O5). */

import { SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import { BOUNDS } from '../../../../../src-server/contract/fields/number-bounds.ts';
import { useInstrumentsByIsin } from '../../../../api/market-api.ts';
import { type Constraints, useGains } from '../../../../api/portfolios-api.ts';
import { constraintsUndoing, saveConstraints } from '../../../../components/constraints/save-constraints.ts';
import { fieldsOf } from '../../../../components/forms/fields.tsx';
import { FormDialog } from '../../../../components/forms/form-dialog.tsx';
import { sortedBySymbol } from '../../../../components/forms/instrument-select.tsx';
import { fieldBounds, PERCENT_FIELD } from '../../../../components/forms/number-text.ts';
import { useServerForm } from '../../../../components/forms/use-server-form.ts';
import { taxSoFar } from '../../../../components/orders/gains-tax-limits.ts';
import { type ConstraintsDraft, constraintsBody, draftOf } from './constraints-draft.ts';

interface ConstraintsDialogProps {
  readonly portfolioId: string;
  readonly currency: string;
  readonly constraints: Constraints;
  readonly onClose: () => void;
}

const { ManyField, NumberField, SwitchField } = fieldsOf<ConstraintsDraft>();

export function ConstraintsDialog({ portfolioId, currency, constraints, onClose }: ConstraintsDialogProps) {
  const [opened] = useState(constraints);
  const form = useServerForm({
    initial: () => draftOf(opened),
    send: (draft) => saveConstraints(portfolioId, opened, constraintsBody(draft)),
    done: ({ constraints: now }) => (Object.keys(now).length === 0 ? 'Constraints removed.' : 'Constraints set.'),
    after: onClose,
    undo: (_, draft) => constraintsUndoing(portfolioId, opened, constraintsBody(draft)),
  });
  return (
    <FormDialog
      form={form}
      title="Edit the constraints"
      size={620}
      submitLabel="Save constraints"
      outcome="These constraints apply to every new plan. Existing plans do not change."
      onClose={onClose}
    >
      <ConstraintFields portfolioId={portfolioId} currency={currency} />
    </FormDialog>
  );
}

function ConstraintFields({ portfolioId, currency }: Pick<ConstraintsDialogProps, 'portfolioId' | 'currency'>) {
  const gains = useGains(portfolioId, '').data;
  const instruments = sortedBySymbol(useInstrumentsByIsin().values());
  const choices = instruments.map(({ isin, symbol, name }) => ({ value: isin, label: `${symbol} · ${name}` }));
  // A list that opens on focus would consume the Escape that closes the dialog.
  const choosing = { data: choices, searchable: true };
  return (
    <>
      <ManyField name="doNotSell" pointer="/do_not_sell" label="Do not sell" {...choosing} />
      <ManyField name="doNotBuy" pointer="/do_not_buy" label="Do not buy" {...choosing} />
      <SimpleGrid cols={2} spacing="md">
        <NumberField
          name="minOrderValue"
          pointer="/min_order_value"
          label={`Minimum order size (${currency})`}
          unit={currency}
          description="Order value at mid."
          {...fieldBounds(BOUNDS.positiveMoney, { decimals: 2 })}
        />
        <NumberField
          name="minOrderBps"
          pointer="/min_order_bps"
          label="Minimum order size (bps of the portfolio value)"
          unit="bps"
          description="The larger of the two limits applies."
          {...fieldBounds(BOUNDS.minOrderBps)}
        />
        <NumberField
          name="maxTurnoverPercent"
          pointer="/max_turnover"
          label="Turnover limit (%)"
          unit="%"
          description="Maximum that a plan may sell, and maximum that it may buy, in per cent of the portfolio."
          {...fieldBounds(BOUNDS.maxTurnover, PERCENT_FIELD)}
        />
        <NumberField
          name="gainsTaxBudget"
          pointer="/gains_tax_budget"
          label={`Gains tax budget (${currency})`}
          unit={currency}
          description={`Maximum estimated tax on the gains of each plan’s sells; several plans per year may cause more. To try a limit without saving it, use Compare plans. ${gains === undefined ? '' : taxSoFar(gains)}`}
          {...fieldBounds(BOUNDS.money, { decimals: 2 })}
        />
      </SimpleGrid>
      <SwitchField name="wholeShares" pointer="/whole_shares" label="Whole shares only" />
      <SwitchField
        name="cashFlowOnly"
        pointer="/cash_flow_only"
        label="Cash flows only: never sell, invest cash in underweight positions"
      />
    </>
  );
}
