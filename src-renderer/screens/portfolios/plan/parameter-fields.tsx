/** The parameters of a plan of either form. Every change starts a dry run at once. */

import {
  ActionIcon,
  Button,
  Group,
  Input,
  NativeSelect,
  Slider,
  type SliderProps,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { BOUNDS } from '../../../../src-server/contract/fields/number-bounds.ts';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { useLots } from '../../../api/portfolios-api.ts';
import { formatCount, formatPercent } from '../../../components/format/format-number.ts';
import { ChoiceField } from '../../../components/forms/choice-field.tsx';
import { fieldBounds, PERCENT_FIELD } from '../../../components/forms/number-text.ts';
import { NumericInput } from '../../../components/forms/numeric-input.tsx';
import { THRESHOLD_BOUNDS } from '../../../components/plan/plan-address.ts';
import {
  BAND_CHOICES,
  TAX_METHOD_CHOICES,
  TRIGGER_CHOICES,
  taxMethodName,
  thresholdBase,
} from '../../../components/plan/plan-parameters.ts';
import { targetsOfWeights, weightsFault, weightsOf } from '../../../components/plan/target-weights-start.ts';
import { useIsWholeShares, WHOLE_SHARES_ONLY } from '../../../components/plan/whole-shares.ts';
import { InstrumentSearch } from '../../../components/portfolios/instrument-search.tsx';
import { contentsOf, type TargetDraft, targetDraft } from '../../../components/portfolios/portfolio-draft.ts';
import { equalWeights, normalised, percentSum, scaledText } from '../../../components/portfolios/target-weights.ts';
import { useShownPortfolio } from '../../../components/portfolios/use-shown-portfolio.ts';
import { wrapperName } from '../../../components/portfolios/wrapper-name.ts';
import { GainsTaxTrial } from './gains-tax-trial.tsx';
import type { PlanQuestion } from './use-dry-run.ts';

export function ParameterFields({ question }: { readonly question: PlanQuestion }) {
  const portfolio = useShownPortfolio();
  const { parameters, set } = question;
  const isA = portfolio.form === 'A';
  return (
    <Stack component="form" gap="lg" aria-label="Parameters of the plan" onSubmit={(event) => event.preventDefault()}>
      {isA && <WeightFields {...question} />}
      {isA ? (
        <NativeSelect
          label="Tax method"
          description="Which tax lots a sell uses, for this rebalance only."
          data={[
            { value: '', label: `${taxMethodName(portfolio.default_tax_method ?? '')} (this portfolio’s method)` },
            ...TAX_METHOD_CHOICES.map((value) => ({ value, label: taxMethodName(value) })),
          ]}
          value={parameters.taxMethod ?? ''}
          onChange={({ currentTarget: { value } }) =>
            set({ taxMethod: TAX_METHOD_CHOICES.find((method) => method === value) ?? null })
          }
        />
      ) : (
        <NotInThisForm label="Tax method">
          <LotRule />
        </NotInThisForm>
      )}
      <ThresholdField {...question} form={portfolio.form} />
      {isA && (
        <NotInThisForm label="Cost budget">
          A one-step rebalance has no cost budget. It trades all the way to the targets, whatever the cost.
        </NotInThisForm>
      )}
      {isA && <GainsTaxTrial parameters={parameters} />}
      {isA ? (
        <details>
          <Text component="summary" mb="xs" c="dimmed" style={{ cursor: 'pointer' }}>
            For developers
          </Text>
          <TextInput
            label="Idempotency key"
            description="The plan you confirm is executed once per key. Within 24 hours, a repeated request gets the first response and executes nothing."
            maxLength={255}
            value={question.idempotencyKey}
            onChange={(event) => question.setIdempotencyKey(event.currentTarget.value)}
          />
        </details>
      ) : (
        <FieldsOfB {...question} />
      )}
    </Stack>
  );
}

/** Which shares are sold first, by the law of the wrapper. */
function LotRule() {
  const { portfolio_id: id, wrapper } = useShownPortfolio();
  const method = useLots(id).data?.tax_method;
  const rule = method === undefined ? 'The tax lots that are sold' : (SALE_RULES[method] ?? taxMethodName(method));
  return `${rule}, by the rule for the wrapper ${wrapperName(wrapper)}. This wrapper allows no other method. The lots are under Lots.`;
}

const SALE_RULES: Readonly<Record<string, string>> = {
  FIFO: 'The shares bought first are sold first (FIFO)',
  average_cost: 'Shares are sold at their average cost',
  section_104: 'Shares are sold at the average cost of their section 104 pool',
};

/** Explains why there is no choice. */
function NotInThisForm({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Input.Wrapper label={label} labelElement="div" description={children}>
      {null}
    </Input.Wrapper>
  );
}

function ThresholdField({ parameters, set, form }: PlanQuestion & { readonly form: PortfolioView['form'] }) {
  const { driftThresholdPercent: percent, trigger } = parameters;
  const ends = [1, 5, 10, 15, 20, 25].filter((mark) => mark <= THRESHOLD_BOUNDS[form].max);
  const what =
    trigger === 'portfolio'
      ? 'the portfolio drift is above this'
      : thresholdBase(parameters) === 'each target'
        ? 'a position deviates from its target by more than this share of the target'
        : 'a position deviates from its target by more than this share of the portfolio';
  return (
    <SliderField
      label={`Drift threshold: ${formatPercent(percent / 100)}`}
      description={`A rebalance starts once ${what}.`}
      thumbLabel="Drift threshold in per cent"
      marks={ends}
      step={0.5}
      value={percent}
      onChange={(value) => set({ driftThresholdPercent: value })}
    />
  );
}

function WeightFields({ parameters, set, setFault }: PlanQuestion) {
  // As typed, because an empty field is not yet a weight of 0.
  const [targets, setTargets] = useState<readonly TargetDraft[]>(() =>
    targetsOfWeights(parameters.targetWeights ?? {}),
  );
  const change = (rows: readonly TargetDraft[]) => {
    setTargets(rows);
    const isParsed = rows.every(({ percent }) => typeof percent === 'number' || percent === '');
    setFault('Target weights', isParsed ? null : 'Enter a number for each weight.');
    if (isParsed) set({ targetWeights: weightsOf(rows) });
  };
  const hint = useWeightsHint();
  const isFaulty = weightsFault(targets) !== null;
  const wholes = { Equal: equalWeights, 'Scale to 100 %': normalised };
  return (
    <Input.Wrapper label="Target weights" labelElement="div" description={hint}>
      <Stack component="ul" gap="xs" my="xs" mx={0} p={0} aria-label="Target weights">
        {targets.map((row) => (
          <WeightRow key={row.key} row={row} targets={targets} onChange={change} />
        ))}
      </Stack>
      <InstrumentSearch
        label="Add a target"
        next={(symbol) => `Target weight of ${symbol} in per cent`}
        onChoose={({ isin }) => {
          if (!targets.some((row) => row.isin === isin)) change([...targets, targetDraft(isin, '')]);
        }}
      />
      <Group gap="xs" mt="xs" wrap="nowrap">
        <Text
          component="output"
          flex={1}
          style={{ whiteSpace: 'nowrap' }}
          c={isFaulty ? 'fail' : 'dimmed'}
          aria-label="Sum of the target weights"
        >
          {isFaulty && <span aria-hidden>! </span>}
          {formatPercent(percentSum(targets) / 100)}
        </Text>
        {Object.entries(wholes).map(([label, madeWhole]) => (
          <Button
            key={label}
            variant="default"
            size="compact-xs"
            disabled={targets.length === 0}
            onClick={() => change(madeWhole(targets))}
          >
            {label}
          </Button>
        ))}
      </Group>
    </Input.Wrapper>
  );
}

/** Also explains how targets that leave something to cash are scaled. */
function useWeightsHint(): string {
  const instruments = useInstrumentsByIsin();
  const { targets } = contentsOf(useShownPortfolio());
  if (targets.length === 0)
    return 'In per cent. The portfolio has no targets yet, so these start as its current weights, scaled to 100 % without cash. They must sum to 100, within 0.1; any remainder stays in cash.';
  const scaled = scaledText(targets, (isin) => instruments.get(isin)?.symbol ?? isin);
  if (scaled === null) return 'In per cent. They must sum to 100, within 0.1; any remainder stays in cash.';
  return `In per cent. A one-step rebalance keeps no cash, so the portfolio’s targets are first scaled to 100 %: ${scaled}. Executing the plan makes these its targets.`;
}

interface WeightRowProps {
  readonly row: TargetDraft;
  readonly targets: readonly TargetDraft[];
  readonly onChange: (targets: readonly TargetDraft[]) => void;
}

function WeightRow({ row, targets, onChange }: WeightRowProps) {
  const { symbol = row.isin, name = '' } = useInstrumentsByIsin().get(row.isin) ?? {};
  return (
    <Group component="li" gap="xs" wrap="nowrap">
      <Text span flex={1} title={`${name} ${row.isin}`}>
        {symbol}
      </Text>
      <NumericInput
        size="xs"
        w={92}
        aria-label={`Target weight of ${symbol} in per cent`}
        {...fieldBounds(BOUNDS.weight, { ...PERCENT_FIELD, decimals: 4 })}
        value={row.percent}
        onChange={(percent) => onChange(targets.map((each) => (each === row ? { ...row, percent } : each)))}
      />
      <ActionIcon
        size={24}
        aria-label={`Remove the target ${symbol}`}
        onClick={() => onChange(targets.filter((each) => each !== row))}
      >
        <IconX size={12} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

function FieldsOfB({ parameters, set, setFault, setTyping }: PlanQuestion) {
  const isWhole = useIsWholeShares(useShownPortfolio().portfolio_id);
  return (
    <>
      <ChoiceField
        label="Band type"
        choices={BAND_CHOICES}
        value={parameters.bandType}
        onChange={(bandType) => set({ bandType })}
      />
      <ChoiceField
        label="Trigger"
        choices={TRIGGER_CHOICES}
        value={parameters.trigger}
        onChange={(trigger) => set({ trigger })}
      />
      <NumericInput
        label="Cost budget (bps of the portfolio value)"
        description="If empty, there is no budget. With a budget, the plan gets as close to the targets as the budget allows. The budget is for this plan only. To see plans under other budgets, use Compare plans."
        placeholder="no budget"
        waits
        unit="bps"
        {...fieldBounds(BOUNDS.costBudgetBps, { decimals: 2 })}
        value={parameters.costBudgetBps ?? ''}
        onChange={(value) => {
          if (typeof value === 'number' || value === '') set({ costBudgetBps: value === '' ? null : value });
        }}
        onTyping={setTyping}
        onFault={(fault) => setFault('Cost budget', fault)}
      />
      <GainsTaxTrial parameters={parameters} />
      {isWhole ? (
        <NotInThisForm label="Quantity decimals">{WHOLE_SHARES_ONLY}</NotInThisForm>
      ) : (
        <SliderField
          label={`Quantity decimals: ${parameters.fractionalPrecision}`}
          description="Decimals of an order’s quantity. Allowed: 2 to 6."
          thumbLabel="Decimals of a quantity"
          marks={[2, 3, 4, 5, 6]}
          step={1}
          value={parameters.fractionalPrecision}
          onChange={(fractionalPrecision) => set({ fractionalPrecision })}
        />
      )}
      <Switch
        label="Ignore currency moves"
        description="Drift caused by exchange rates does not start a rebalance."
        checked={parameters.fxOverlay}
        onChange={(event) => set({ fxOverlay: event.currentTarget.checked })}
      />
    </>
  );
}

interface SliderFieldProps
  extends Omit<SliderProps, 'label' | 'marks'>,
    Readonly<Record<'label' | 'description', string>> {
  readonly marks: readonly number[];
}

/** A slider for a number from the first mark to the last, with its label, range and meaning. */
function SliderField({ label, description, marks, ...slider }: SliderFieldProps) {
  const range = { min: marks[0] ?? 0, max: marks.at(-1) ?? 100 };
  const labelled = marks.map((value) => ({ value, label: formatCount(value) }));
  return (
    <Input.Wrapper label={label} description={description}>
      <Slider mt="sm" mb={20} mx="md" size="sm" {...range} marks={labelled} label={null} {...slider} />
    </Input.Wrapper>
  );
}
