/** How long messages take on each of the three legs: always the same, evenly within a span, or around a median. */
import { NativeSelect } from '@mantine/core';
import type { FieldErrors } from '../../../components/forms/field-errors.ts';
import { LATENCY_CHOICES, LATENCY_NUMBERS, type LatencyShape } from '../../../components/forms/latency-shapes.ts';
import { NumberField } from '../../../components/forms/number-field.tsx';
import type { ExchangeDraft, LatencyDraft, Leg } from './exchange-draft.ts';
import { LEGS } from './exchange-draft.ts';

interface LatencyFieldsProps {
  readonly draft: ExchangeDraft;
  readonly errors: FieldErrors;
  readonly set: (change: Partial<ExchangeDraft>) => void;
}

const LEG_LABELS: Readonly<Record<Leg, string>> = {
  submit: 'Order to exchange',
  acknowledge: 'Acknowledgement',
  report: 'Report of a fill',
};
export function LatencyFields({ draft, errors, set }: LatencyFieldsProps) {
  return (
    <fieldset className="market-fieldset">
      <legend>Latency, up to an hour</legend>
      {LEGS.map((leg) => (
        <LegFields
          key={leg}
          leg={leg}
          latency={draft.latency[leg]}
          errors={errors}
          onChange={(change) => set({ latency: { ...draft.latency, [leg]: { ...draft.latency[leg], ...change } } })}
        />
      ))}
    </fieldset>
  );
}

interface LegFieldsProps {
  readonly leg: Leg;
  readonly latency: LatencyDraft;
  readonly errors: FieldErrors;
  readonly onChange: (change: Partial<LatencyDraft>) => void;
}

function LegFields({ leg, latency, errors, onChange }: LegFieldsProps) {
  const numbers = LATENCY_NUMBERS[latency.shape];
  const pointer = `/latency_ms/${leg}`;
  const own = numbers.map(({ key }) => errors.at(`${pointer}/${key}`));
  // What is wrong with the leg as a whole shows at its shape.
  const whole = own.some((error) => error !== null) ? null : errors.at(pointer);
  return (
    <fieldset className="latency-leg" aria-label={LEG_LABELS[leg]}>
      <NativeSelect
        label={LEG_LABELS[leg]}
        data={LATENCY_CHOICES}
        value={latency.shape}
        error={whole}
        onChange={(event) => onChange({ shape: event.currentTarget.value as LatencyShape })}
      />
      {numbers.map(({ key, label }, position) => (
        <NumberField
          key={key}
          label={label}
          step={key === 'sigma' ? 0.1 : 5}
          value={latency[key]}
          error={own[position] ?? null}
          onChange={(value) => onChange({ [key]: value })}
        />
      ))}
    </fieldset>
  );
}
