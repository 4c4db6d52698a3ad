/** The parameters of all variants as rows of fields. Every change is planned at once. */
import { NativeSelect, NumberInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { letterOf } from '../../../components/plan/comparison-state.ts';
import { LARGEST_THRESHOLD } from '../../../components/plan/plan-address.ts';
import { type PlanParameters, TAX_METHOD_CHOICES, type TaxMethod } from '../../../components/plan/plan-parameters.ts';
import classes from './compare.module.css';

interface ParameterRowsProps {
  readonly form: PortfolioView['form'];
  readonly variants: readonly PlanParameters[];
  readonly onChange: (index: number, part: Partial<PlanParameters>) => void;
}

type Field = (label: string, parameters: PlanParameters, set: (part: Partial<PlanParameters>) => void) => ReactNode;

export function ParameterRows({ form, variants, onChange }: ParameterRowsProps) {
  return (
    <tbody className={classes.comparisonParameters}>
      {ROWS[form].map(({ header, hint, field }) => (
        <tr key={header}>
          <th scope="row" title={hint}>
            {header}
          </th>
          <td />
          {variants.map((parameters, index) => (
            <td key={letterOf(index)} data-align="right">
              {field(`${header} of variant ${letterOf(index)}`, parameters, (part) => onChange(index, part))}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

interface ParameterRow {
  readonly header: string;
  readonly hint: string;
  readonly field: Field;
}

const ROWS_OF_B: readonly ParameterRow[] = [
  {
    header: 'Cost budget, bps',
    hint: 'Empty: none. Otherwise the plan comes as close to the targets as this allows.',
    field: (label, { costBudgetBps }, set) => (
      <NumberInput
        {...number(label, 0, 10_000)}
        placeholder="none"
        decimalScale={2}
        value={costBudgetBps ?? ''}
        onChange={(value) => set({ costBudgetBps: typeof value === 'number' ? value : null })}
      />
    ),
  },
  thresholdRow(LARGEST_THRESHOLD.B),
  {
    header: 'Band type',
    hint: 'Percent of the whole portfolio, or of each position’s own target',
    field: (label, { bandType }, set) => choice(label, BANDS, bandType, (value) => set({ bandType: value })),
  },
  {
    header: 'Trigger',
    hint: 'One position outside its band, or half the sum of all drifts',
    field: (label, { trigger }, set) => choice(label, TRIGGERS, trigger, (value) => set({ trigger: value })),
  },
  {
    header: 'Decimals of quantities',
    hint: '2 to 6',
    field: (label, { fractionalPrecision }, set) => (
      <NumberInput
        {...number(label, 2, 6)}
        allowDecimal={false}
        value={fractionalPrecision}
        onChange={(value) => typeof value === 'number' && value >= 2 && set({ fractionalPrecision: value })}
      />
    ),
  },
  {
    header: 'FX overlay',
    hint: 'On: drift that comes from exchange rates is told apart and does not trigger.',
    field: (label, { fxOverlay }, set) =>
      choice(label, SWITCH, fxOverlay ? 'on' : 'off', (value) => set({ fxOverlay: value === 'on' })),
  },
];

const ROWS_OF_A: readonly ParameterRow[] = [
  thresholdRow(LARGEST_THRESHOLD.A),
  {
    header: 'Tax method',
    hint: 'Which lots a sell uses',
    field: (label, { taxMethod }, set) =>
      choice(label, METHODS, taxMethod ?? 'own', (value) => set({ taxMethod: value === 'own' ? null : value })),
  },
];

const ROWS = { A: ROWS_OF_A, B: ROWS_OF_B } as const;

function thresholdRow(largest: number): ParameterRow {
  return {
    header: 'Drift threshold, %',
    hint: `1 to ${largest}. A weight this far from its target starts a rebalance.`,
    field: (label, { driftThresholdPercent }, set) => (
      <NumberInput
        {...number(label, 1, largest)}
        decimalScale={2}
        step={0.5}
        value={driftThresholdPercent}
        onChange={(value) => typeof value === 'number' && value >= 1 && set({ driftThresholdPercent: value })}
      />
    ),
  };
}

const BANDS = [
  { value: 'absolute', label: 'Absolute' },
  { value: 'relative', label: 'Relative' },
] as const;
const TRIGGERS = [
  { value: 'any_position', label: 'Any position' },
  { value: 'portfolio', label: 'Portfolio' },
] as const;
const METHODS: readonly { readonly value: TaxMethod | 'own'; readonly label: string }[] = [
  { value: 'own', label: 'its own' },
  ...TAX_METHOD_CHOICES.map((method) => ({ value: method, label: method })),
];
const SWITCH = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
] as const;

function number(label: string, min: number, max: number) {
  return { 'aria-label': label, size: 'xs', hideControls: true, clampBehavior: 'strict', min, max } as const;
}

function choice<Value extends string>(
  label: string,
  choices: readonly { readonly value: Value; readonly label: string }[],
  value: Value,
  onChange: (value: Value) => void,
) {
  return (
    <NativeSelect
      aria-label={label}
      size="xs"
      data={[...choices]}
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = choices.find((each) => each.value === currentTarget.value);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    />
  );
}
