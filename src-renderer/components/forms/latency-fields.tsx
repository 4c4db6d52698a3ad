/** How long something takes: always the same, evenly within a span, or around a median. */

import { fieldsOf } from './fields.tsx';
import type { NumberText } from './number-text.ts';

export type LatencyShape = 'fixed' | 'span' | 'median';

export interface LatencyDraft {
  readonly shape: LatencyShape;
  /** ms, but for `sigma`. Those that the shape does not have wait in case it changes. */
  readonly fixed: NumberText;
  readonly min: NumberText;
  readonly max: NumberText;
  readonly median: NumberText;
  readonly sigma: NumberText;
}

const SHAPES: { value: LatencyShape; label: string }[] = [
  { value: 'fixed', label: 'always the same' },
  { value: 'span', label: 'within a span' },
  { value: 'median', label: 'around a median' },
];

const NUMBERS: Readonly<
  Record<LatencyShape, readonly { key: 'fixed' | 'min' | 'max' | 'median' | 'sigma'; label: string }[]>
> = {
  fixed: [{ key: 'fixed', label: 'Always (ms)' }],
  span: [
    { key: 'min', label: 'From (ms)' },
    { key: 'max', label: 'To (ms)' },
  ],
  median: [
    { key: 'median', label: 'Median (ms)' },
    { key: 'sigma', label: 'Sigma (0 to 3)' },
    { key: 'max', label: 'At most (ms)' },
  ],
};

const { SelectField, NumberField } = fieldsOf<LatencyDraft>();

/** Shows also what is wrong with the latency as a whole. */
export function LatencyShapeField(props: { readonly label: string; readonly description?: string }) {
  return <SelectField name="shape" pointer="" data={SHAPES} {...props} />;
}

/** `step` is that of the milliseconds. */
export function LatencyNumberFields({ shape, step }: { readonly shape: LatencyShape; readonly step: number }) {
  return NUMBERS[shape].map(({ key, label }) => (
    <NumberField key={key} name={key} label={label} step={key === 'sigma' ? 0.1 : step} />
  ));
}
