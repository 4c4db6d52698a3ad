/** The form of a plan's parameters: each with its range and what it means. Every change is dry-run at once. */
import { Input, NumberInput, SegmentedControl, Slider, Switch } from '@mantine/core';
import type { PlanParameters } from './plan-parameters.ts';

interface PlanParametersFormProps {
  readonly parameters: PlanParameters;
  readonly onChange: (parameters: PlanParameters) => void;
}

const THRESHOLD_MARKS = [1, 5, 10, 15, 20].map((value) => ({ value, label: String(value) }));
const PRECISION_MARKS = [2, 3, 4, 5, 6].map((value) => ({ value, label: String(value) }));

export function PlanParametersForm({ parameters, onChange }: PlanParametersFormProps) {
  const set = (change: Partial<PlanParameters>) => onChange({ ...parameters, ...change });
  return (
    <form className="plan-parameters" aria-label="Parameters of the plan" onSubmit={(event) => event.preventDefault()}>
      <Input.Wrapper
        label={`Drift threshold: ${parameters.driftThresholdPercent} %`}
        description="1 to 20 %. A weight this far from its target starts a rebalance."
      >
        <Slider
          mt={8}
          mb={20}
          size="sm"
          min={1}
          max={20}
          step={0.5}
          marks={THRESHOLD_MARKS}
          label={null}
          thumbLabel="Drift threshold in percent"
          value={parameters.driftThresholdPercent}
          onChange={(value) => set({ driftThresholdPercent: value })}
        />
      </Input.Wrapper>
      <Input.Wrapper
        label="Band type"
        description={
          parameters.bandType === 'absolute'
            ? 'Percent of the whole portfolio.'
            : 'Percent of each position’s own target.'
        }
      >
        <SegmentedControl
          fullWidth
          mt={4}
          aria-label="Band type"
          data={[
            { value: 'absolute', label: 'Absolute' },
            { value: 'relative', label: 'Relative' },
          ]}
          value={parameters.bandType}
          onChange={(bandType) => set({ bandType: bandType as PlanParameters['bandType'] })}
        />
      </Input.Wrapper>
      <Input.Wrapper
        label="Trigger"
        description={
          parameters.trigger === 'any_position'
            ? 'One position outside its band is enough.'
            : 'Half the sum of all drifts must exceed the threshold.'
        }
      >
        <SegmentedControl
          fullWidth
          mt={4}
          aria-label="Rebalance trigger"
          data={[
            { value: 'any_position', label: 'Any position' },
            { value: 'portfolio', label: 'Portfolio' },
          ]}
          value={parameters.trigger}
          onChange={(trigger) => set({ trigger: trigger as PlanParameters['trigger'] })}
        />
      </Input.Wrapper>
      <NumberInput
        label="Cost budget (bps of NAV)"
        description="Empty: none. Otherwise the plan comes as close to the targets as this allows."
        placeholder="no budget"
        min={0}
        max={10_000}
        decimalScale={2}
        value={parameters.costBudgetBps ?? ''}
        onChange={(value) => set({ costBudgetBps: typeof value === 'number' ? value : null })}
      />
      <Input.Wrapper
        label={`Fractional precision: ${parameters.fractionalPrecision}`}
        description="2 to 6 decimals of an order’s quantity."
      >
        <Slider
          mt={8}
          mb={20}
          size="sm"
          min={2}
          max={6}
          marks={PRECISION_MARKS}
          restrictToMarks
          label={null}
          thumbLabel="Decimals of a quantity"
          value={parameters.fractionalPrecision}
          onChange={(value) => set({ fractionalPrecision: value })}
        />
      </Input.Wrapper>
      <Switch
        label="FX overlay"
        description="On: drift that comes from exchange rates is told apart and does not trigger."
        checked={parameters.fxOverlay}
        onChange={(event) => set({ fxOverlay: event.currentTarget.checked })}
      />
    </form>
  );
}
