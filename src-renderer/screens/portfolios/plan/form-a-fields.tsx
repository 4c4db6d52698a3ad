/** The parameters of a plan of Form A. */
import { ActionIcon, Button, Input, NativeSelect, NumberInput, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { formatPercent } from '../../../components/format/format-number.ts';
import { symbolOf } from '../../../components/orders/order-columns.tsx';
import classes from '../../../components/plan/plan.module.css';
import { type PlanParameters, TAX_METHOD_CHOICES } from '../../../components/plan/plan-parameters.ts';
import { targetsOfWeights, weightsFault, weightsOf } from '../../../components/plan/target-weights-start.ts';
import { InstrumentSearch } from '../../../components/portfolios/instrument-search.tsx';
import { type TargetDraft, targetDraft } from '../../../components/portfolios/portfolio-draft.ts';
import { equalWeights, normalised, percentSum } from '../../../components/portfolios/target-weights.ts';
import { SliderField } from './slider-field.tsx';

interface FormAFieldsProps {
  readonly portfolio: PortfolioView;
  readonly parameters: PlanParameters;
  readonly onChange: (parameters: PlanParameters) => void;
  readonly idempotencyKey: string;
  readonly onKey: (key: string) => void;
}

export function FormAFields({ portfolio, parameters, onChange, idempotencyKey, onKey }: FormAFieldsProps) {
  // As they are typed, because an empty field is not yet a weight of 0.
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

interface FormAWeightsProps {
  readonly targets: readonly TargetDraft[];
  readonly onChange: (targets: readonly TargetDraft[]) => void;
}

function FormAWeights({ targets, onChange }: FormAWeightsProps) {
  const isFaulty = weightsFault(targets) !== null;
  return (
    <Input.Wrapper
      label="Target weights"
      labelElement="div"
      description="Percent; together 100, nothing is left to cash."
    >
      <ul className={classes.planWeights} aria-label="Target weights">
        {targets.map((row) => (
          <WeightRow key={row.key} row={row} targets={targets} onChange={onChange} />
        ))}
      </ul>
      <InstrumentSearch
        label="Add a target"
        onChoose={({ isin }) => {
          if (targets.some((row) => row.isin === isin)) return;
          onChange([...targets, targetDraft(isin, '')]);
        }}
      />
      <div className={classes.planWeightsFoot}>
        <Text component="output" c={isFaulty ? 'fail' : 'dimmed'} aria-label="Sum of the target weights">
          {isFaulty && <span aria-hidden>▲ </span>}
          {formatPercent(percentSum(targets) / 100)}
        </Text>
        <Button
          variant="default"
          size="compact-xs"
          disabled={targets.length === 0}
          onClick={() => onChange(equalWeights(targets))}
        >
          Equal
        </Button>
        <Button
          variant="default"
          size="compact-xs"
          disabled={targets.length === 0}
          onClick={() => onChange(normalised(targets))}
        >
          Normalise
        </Button>
      </div>
    </Input.Wrapper>
  );
}

function WeightRow({ row, targets, onChange }: FormAWeightsProps & { readonly row: TargetDraft }) {
  const instruments = useInstrumentsByIsin();
  const symbol = symbolOf(row.isin, instruments);
  return (
    <li>
      <span title={`${instruments.get(row.isin)?.name ?? ''} ${row.isin}`}>{symbol}</span>
      <NumberInput
        size="xs"
        w={92}
        aria-label={`Target weight of ${symbol} in percent`}
        min={0}
        max={100}
        clampBehavior="strict"
        decimalScale={4}
        hideControls
        value={row.percent}
        onChange={(percent) => onChange(targets.map((each) => (each === row ? { ...row, percent } : each)))}
      />
      <ActionIcon
        size={24}
        variant="subtle"
        color="gray"
        aria-label={`Remove the target ${symbol}`}
        onClick={() => onChange(targets.filter((each) => each !== row))}
      >
        <IconX size={12} aria-hidden />
      </ActionIcon>
    </li>
  );
}
