/** The parameters of a plan of Form B. Every change is dry-run at once. */
import { NumberInput, Switch } from '@mantine/core';
import { ChoiceField } from '../../../components/forms/choice-field.tsx';
import classes from '../../../components/plan/plan.module.css';
import type { PlanParameters } from '../../../components/plan/plan-parameters.ts';
import { SliderField } from './slider-field.tsx';

interface PlanFieldsProps {
  readonly parameters: PlanParameters;
  readonly set: (change: Partial<PlanParameters>) => void;
}

interface PlanParametersFormProps {
  readonly parameters: PlanParameters;
  readonly onChange: (parameters: PlanParameters) => void;
}

export function PlanParametersForm({ parameters, onChange }: PlanParametersFormProps) {
  const set = (change: Partial<PlanParameters>) => onChange({ ...parameters, ...change });
  return (
    <form
      className={classes.planFields}
      aria-label="Parameters of the plan"
      onSubmit={(event) => event.preventDefault()}
    >
      <BandFields parameters={parameters} set={set} />
      <OrderFields parameters={parameters} set={set} />
    </form>
  );
}

function BandFields({ parameters, set }: PlanFieldsProps) {
  return (
    <>
      <SliderField
        label={`Drift threshold: ${parameters.driftThresholdPercent} %`}
        description="1 to 20 %. A weight this far from its target starts a rebalance."
        thumbLabel="Drift threshold in percent"
        marks={[1, 5, 10, 15, 20]}
        step={0.5}
        value={parameters.driftThresholdPercent}
        onChange={(driftThresholdPercent) => set({ driftThresholdPercent })}
      />
      <ChoiceField
        label="Band type"
        choices={[
          { value: 'absolute', label: 'Absolute', meaning: 'Percent of the whole portfolio.' },
          { value: 'relative', label: 'Relative', meaning: 'Percent of each position’s own target.' },
        ]}
        value={parameters.bandType}
        onChange={(bandType) => set({ bandType })}
      />
      <ChoiceField
        label="Trigger"
        choices={[
          { value: 'any_position', label: 'Any position', meaning: 'One position outside its band is enough.' },
          { value: 'portfolio', label: 'Portfolio', meaning: 'Half the sum of all drifts must exceed the threshold.' },
        ]}
        value={parameters.trigger}
        onChange={(trigger) => set({ trigger })}
      />
    </>
  );
}

function OrderFields({ parameters, set }: PlanFieldsProps) {
  return (
    <>
      <NumberInput
        label="Cost budget (bps of NAV)"
        description="Empty: none. Otherwise the plan comes as close to the targets as this allows. Compare plans to see what less or more buys."
        placeholder="no budget"
        min={0}
        max={10_000}
        decimalScale={2}
        value={parameters.costBudgetBps ?? ''}
        onChange={(value) => set({ costBudgetBps: typeof value === 'number' ? value : null })}
      />
      <SliderField
        label={`Fractional precision: ${parameters.fractionalPrecision}`}
        description="2 to 6 decimals of an order’s quantity."
        thumbLabel="Decimals of a quantity"
        marks={[2, 3, 4, 5, 6]}
        step={1}
        value={parameters.fractionalPrecision}
        onChange={(fractionalPrecision) => set({ fractionalPrecision })}
      />
      <Switch
        label="FX overlay"
        description="On: drift that comes from exchange rates is told apart and does not trigger."
        checked={parameters.fxOverlay}
        onChange={(event) => set({ fxOverlay: event.currentTarget.checked })}
      />
    </>
  );
}
