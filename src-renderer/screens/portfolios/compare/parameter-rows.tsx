/** The parameters of the variants, each as a field. Every change is planned at once. */

import { NativeSelect, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { BOUNDS, type NumberBounds } from '../../../../src-server/contract/fields/number-bounds.ts';
import { formatMoney, formatPercent } from '../../../components/format/format-number.ts';
import { fieldBounds, PERCENT_FIELD } from '../../../components/forms/number-text.ts';
import { NumericInput } from '../../../components/forms/numeric-input.tsx';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import type { Variant } from '../../../components/plan/comparison-state.ts';
import {
  BAND_CHOICES,
  TAX_METHOD_CHOICES,
  TRIGGER_CHOICES,
  taxMethodName,
} from '../../../components/plan/plan-parameters.ts';
import { WHOLE_SHARES_ONLY } from '../../../components/plan/whole-shares.ts';
import type { ComparedVariant } from './goal-plan.ts';

interface ParameterRow {
  readonly header: string;
  readonly hint: string;
  /** The parameter as printed. */
  readonly text: (parameters: Variant, result: ComparedVariant | undefined) => string;
  readonly field: (
    label: string,
    parameters: Variant,
    set: (part: Partial<Variant>) => void,
    reports: FieldReports,
  ) => ReactNode;
}

/** A field also gets the plan of its variant, and reports a text that is not its value. */
export interface FieldReports {
  readonly result: ComparedVariant | undefined;
  readonly whileUnsettled: () => () => void;
}

export function parameterRows(
  { form, currency }: Pick<PortfolioView, 'form' | 'currency'>,
  isTaxed: boolean,
  isWholeShares: boolean,
): readonly ParameterRow[] {
  const [first, ...rest] = form === 'A' ? ROWS_OF_A : rowsOfB(isWholeShares);
  const tax = taxBudgetRow(currency, isTaxed);
  return first === undefined ? [tax] : [first, tax, ...rest];
}

/** Not offered if gains are not taxed. If the portfolio has a lower budget, that is shown below the field. */
function taxBudgetRow(currency: string, isTaxed: boolean): ParameterRow {
  const none = isTaxed ? 'none' : 'gains untaxed';
  return {
    header: `Gains tax budget, ${currency}`,
    hint: isTaxed
      ? 'If empty, only the budget in the portfolio’s constraints applies, if there is one. Otherwise the lower of the two applies. The plan first sells what has the least gain relative to its value.'
      : 'Gains are not taxed in this portfolio, so there is nothing to limit.',
    text: ({ gainsTaxBudget: own }, result) => {
      const holding = lowerOfPortfolio(own, result) ?? own;
      return holding === null ? none : formatMoney(holding);
    },
    field: (label, { gainsTaxBudget: own }, set, { result, whileUnsettled }) => {
      if (!isTaxed) return <Dimmed>{none}</Dimmed>;
      const lower = lowerOfPortfolio(own, result);
      return (
        <>
          <NumericInput
            {...number(label, fieldBounds(BOUNDS.money, { decimals: 2 }), whileUnsettled)}
            placeholder="none"
            unit={currency}
            grouped
            value={own ?? ''}
            onChange={(value) => {
              if (typeof value === 'number' || value === '') set({ gainsTaxBudget: value === '' ? null : value });
            }}
          />
          {lower !== null && (
            <Text c="dimmed" fz="xs" maw={128} ml="auto" style={{ whiteSpace: 'normal' }}>
              portfolio’s own: {formatMoney(lower)}
            </Text>
          )}
        </>
      );
    },
  };
}

/** The budget of the portfolio's constraints, if that is the one that applies. */
function lowerOfPortfolio(own: number | null, result: ComparedVariant | undefined): number | null {
  const holding = result?.gains_tax_budget ?? null;
  return holding !== null && (own === null || holding < own) ? holding : null;
}

const rowsOfB = (isWholeShares: boolean): readonly ParameterRow[] => [
  {
    header: 'Cost budget, bps',
    text: ({ costBudgetBps }) => (costBudgetBps === null ? 'none' : String(costBudgetBps)),
    hint: 'If empty, there is no budget. With a budget, the plan gets as close to the targets as the budget allows.',
    field: (label, { costBudgetBps }, set, { whileUnsettled }) => (
      <NumericInput
        {...number(label, fieldBounds(BOUNDS.costBudgetBps, { decimals: 2 }), whileUnsettled)}
        placeholder="none"
        unit="bps"
        value={costBudgetBps ?? ''}
        onChange={(value) => {
          if (typeof value === 'number' || value === '') set({ costBudgetBps: value === '' ? null : value });
        }}
      />
    ),
  },
  thresholdRow(BOUNDS.driftThreshold),
  {
    header: 'Band type',
    text: ({ bandType }) => labelIn(BAND_CHOICES, bandType),
    hint: 'In per cent of the whole portfolio, or of each position’s own target',
    field: (label, { bandType }, set) => choice(label, BAND_CHOICES, bandType, (value) => set({ bandType: value })),
  },
  {
    header: 'Trigger',
    text: ({ trigger }) => labelIn(TRIGGER_CHOICES, trigger),
    hint: 'One position outside its band, or the portfolio drift (half the sum of all absolute drifts)',
    field: (label, { trigger }, set) => choice(label, TRIGGER_CHOICES, trigger, (value) => set({ trigger: value })),
  },
  isWholeShares ? WHOLE_SHARES_ROW : PRECISION_ROW,
  {
    header: 'Ignore currency moves',
    text: ({ fxOverlay }) => labelIn(SWITCH, fxOverlay ? 'on' : 'off'),
    hint: 'On: drift caused by exchange rates does not start a rebalance.',
    field: (label, { fxOverlay }, set) =>
      choice(label, SWITCH, fxOverlay ? 'on' : 'off', (value) => set({ fxOverlay: value === 'on' })),
  },
];

const PRECISION_ROW: ParameterRow = {
  header: 'Quantity decimals',
  text: ({ fractionalPrecision }) => String(fractionalPrecision),
  hint: 'Allowed: 2 to 6',
  field: (label, { fractionalPrecision }, set, { whileUnsettled }) => (
    <NumericInput
      {...number(label, fieldBounds(BOUNDS.fractionalPrecision), whileUnsettled)}
      value={fractionalPrecision}
      onChange={(value) => typeof value === 'number' && value >= 2 && set({ fractionalPrecision: value })}
    />
  ),
};

const WHOLE_SHARES_ROW: ParameterRow = {
  header: 'Quantity decimals',
  text: () => 'whole shares',
  hint: WHOLE_SHARES_ONLY,
  field: () => <Dimmed title={WHOLE_SHARES_ONLY}>whole shares</Dimmed>,
};

const ROWS_OF_A: readonly ParameterRow[] = [
  thresholdRow(BOUNDS.driftThresholdOfFormA),
  {
    header: 'Tax method',
    text: ({ taxMethod }) => labelIn(METHODS, taxMethod ?? 'own'),
    hint: 'Which lots a sell uses',
    field: (label, { taxMethod }, set) =>
      choice(label, METHODS, taxMethod ?? 'own', (value) => set({ taxMethod: value === 'own' ? null : value })),
  },
];

function thresholdRow(bounds: NumberBounds): ParameterRow {
  return {
    header: 'Drift threshold',
    text: ({ driftThresholdPercent }) => formatPercent(driftThresholdPercent / 100),
    hint: 'In per cent of the portfolio, or of each target if the band is relative. Only a larger drift starts a rebalance.',
    field: (label, { driftThresholdPercent }, set, { whileUnsettled }) => (
      <NumericInput
        {...number(label, fieldBounds(bounds, { ...PERCENT_FIELD, decimals: 2 }), whileUnsettled)}
        step={0.5}
        unit="%"
        value={driftThresholdPercent}
        onChange={(value) => typeof value === 'number' && value >= 1 && set({ driftThresholdPercent: value })}
      />
    ),
  };
}

const SWITCH = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
] as const;

const METHODS = [
  { value: 'own', label: 'its own' } as const,
  ...TAX_METHOD_CHOICES.map((method) => ({ value: method, label: taxMethodName(method) })),
];

function labelIn(choices: readonly { readonly value: string; readonly label: string }[], value: string): string {
  return choices.find((each) => each.value === value)?.label ?? value;
}

const LOOK = { w: 128, ml: 'auto', styles: { input: { textAlign: 'right' } } } as const;

function number(label: string, bounds: ReturnType<typeof fieldBounds>, whileUnsettled: () => () => void) {
  return { 'aria-label': label, ...bounds, waits: true, whileUnsettled, ...LOOK } as const;
}

function choice<Value extends string>(
  label: string,
  choices: readonly { readonly value: Value; readonly label: string }[],
  chosen: Value,
  onChange: (value: Value) => void,
) {
  return (
    <NativeSelect
      w={128}
      ml="auto"
      aria-label={label}
      data={choices.map(({ value, label: text }) => ({ value, label: text }))}
      value={chosen}
      onChange={({ currentTarget }) => {
        const found = choices.find(({ value }) => value === currentTarget.value);
        if (found !== undefined) onChange(found.value);
      }}
    />
  );
}
