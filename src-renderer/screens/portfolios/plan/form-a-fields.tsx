/** What Form A's request says: target weights, lot method, threshold, and the key by which its plan is executed once. */
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import classes from '../../../components/plan/plan.module.css';
import { type PlanParameters, TAX_METHOD_CHOICES } from '../../../components/plan/plan-parameters.ts';
import { targetsOfWeights, weightsOf } from '../../../components/plan/target-weights-start.ts';
import type { TargetDraft } from '../../../components/portfolios/portfolio-draft.ts';
import { FormAWeights } from './form-a-weights.tsx';
import { SliderField } from './slider-field.tsx';

interface FormAFieldsProps {
  readonly portfolio: PortfolioView;
  readonly parameters: PlanParameters;
  readonly onChange: (parameters: PlanParameters) => void;
  readonly idempotencyKey: string;
  readonly onKey: (key: string) => void;
}

export function FormAFields({ portfolio, parameters, onChange, idempotencyKey, onKey }: FormAFieldsProps) {
  // As they are typed: an empty field is no weight of 0 for who is about to fill it in.
  const [targets, setTargets] = useState(() => targetsOfWeights(parameters.targetWeights ?? {}));
  const set = (change: Partial<PlanParameters>) => onChange({ ...parameters, ...change });
  const change = (rows: readonly TargetDraft[]) => {
    setTargets([...rows]);
    set({ targetWeights: weightsOf(rows) });
  };
  return (
    <form
      className={classes.planFields}
      aria-label="Parameters of the plan"
      onSubmit={(event) => event.preventDefault()}
    >
      <FormAWeights targets={targets} onChange={change} />
      <NativeSelect
        label="Tax method"
        description="Which lots a sell uses, for this rebalance alone."
        data={[
          { value: '', label: `${portfolio.default_tax_method ?? ''}, the portfolio’s own` },
          ...TAX_METHOD_CHOICES.map((method) => ({ value: method, label: method })),
        ]}
        value={parameters.taxMethod ?? ''}
        onChange={({ currentTarget: { value } }) =>
          set({ taxMethod: TAX_METHOD_CHOICES.find((method) => method === value) ?? null })
        }
      />
      <SliderField
        label={`Drift threshold: ${parameters.driftThresholdPercent} %`}
        description="1 to 25 %. One weight this far from its target is enough."
        thumbLabel="Drift threshold in percent"
        marks={[1, 5, 10, 15, 20, 25]}
        step={0.5}
        value={parameters.driftThresholdPercent}
        onChange={(driftThresholdPercent) => set({ driftThresholdPercent })}
      />
      <TextInput
        label="Idempotency key"
        description="The plan you confirm is executed once under it. Sent again within 24 hours, it gets the first answer and executes nothing."
        maxLength={255}
        value={idempotencyKey}
        onChange={(event) => onKey(event.currentTarget.value)}
      />
    </form>
  );
}
