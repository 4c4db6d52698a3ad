/** The target weights of a Form A plan: a row for each instrument, their sum, and two ways to make it whole. */
import { ActionIcon, Button, Input, NumberInput, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { formatPercent } from '../../../components/format/format-number.ts';
import { symbolOf } from '../../../components/orders/order-columns.tsx';
import classes from '../../../components/plan/plan.module.css';
import { weightsFault } from '../../../components/plan/target-weights-start.ts';
import { InstrumentSearch } from '../../../components/portfolios/instrument-search.tsx';
import { type TargetDraft, targetDraft } from '../../../components/portfolios/portfolio-draft.ts';
import { equalWeights, normalised, percentSum } from '../../../components/portfolios/target-weights.ts';

interface FormAWeightsProps {
  readonly targets: readonly TargetDraft[];
  readonly onChange: (targets: readonly TargetDraft[]) => void;
}

export function FormAWeights({ targets, onChange }: FormAWeightsProps) {
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
