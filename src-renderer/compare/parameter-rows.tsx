/** The parameters of all variants as rows of fields, each with its range and unit. Every change is planned at once. */
import { NativeSelect, NumberInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PlanParameters } from '../plan/plan-parameters.ts';
import { letterOf } from './comparing.ts';

interface ParameterRowsProps {
  readonly variants: readonly PlanParameters[];
  readonly onChange: (index: number, part: Partial<PlanParameters>) => void;
}

type Field = (label: string, parameters: PlanParameters, set: (part: Partial<PlanParameters>) => void) => ReactNode;

export function ParameterRows({ variants, onChange }: ParameterRowsProps) {
  return (
    <tbody className="comparison-parameters">
      {ROWS.map(({ header, hint, field }) => (
        <tr key={header}>
          <th scope="row" title={hint}>
            {header}
          </th>
          <td />
          {variants.map((parameters, index) => (
            <td key={letterOf(index)} className="right">
              {field(`${header} of variant ${letterOf(index)}`, parameters, (part) => onChange(index, part))}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

const ROWS: readonly { readonly header: string; readonly hint: string; readonly field: Field }[] = [
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
  {
    header: 'Drift threshold, %',
    hint: '1 to 20. A weight this far from its target starts a rebalance.',
    field: (label, { driftThresholdPercent }, set) => (
      <NumberInput
        {...number(label, 1, 20)}
        decimalScale={2}
        step={0.5}
        value={driftThresholdPercent}
        onChange={(value) => typeof value === 'number' && value >= 1 && set({ driftThresholdPercent: value })}
      />
    ),
  },
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

const BANDS = [
  { value: 'absolute', label: 'Absolute' },
  { value: 'relative', label: 'Relative' },
] as const;
const TRIGGERS = [
  { value: 'any_position', label: 'Any position' },
  { value: 'portfolio', label: 'Portfolio' },
] as const;
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
      onChange={(event) => onChange(event.currentTarget.value as Value)}
    />
  );
}
