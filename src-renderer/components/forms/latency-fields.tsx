/** The fields of a latency: fixed, uniform within a range, or around a median. */
import { BOUNDS, type NumberBounds } from '../../../src-server/contract/fields/number-bounds.ts';
import { fieldsOf } from './fields.tsx';
import { fieldBounds, type NumberText } from './number-text.ts';

type LatencyShape = 'fixed' | 'span' | 'median';

export interface LatencyDraft {
  readonly shape: LatencyShape;
  /** ms, except for `sigma`. Values that the shape does not use are retained in case it changes. */
  readonly fixed: NumberText;
  readonly min: NumberText;
  readonly max: NumberText;
  readonly median: NumberText;
  readonly sigma: NumberText;
}

const SHAPES: { value: LatencyShape; label: string }[] = [
  { value: 'fixed', label: 'fixed' },
  { value: 'span', label: 'within a range' },
  { value: 'median', label: 'around a median' },
];

/** The numbers of each shape with their labels. */
const NUMBERS: Readonly<Record<LatencyShape, readonly (readonly [Exclude<keyof LatencyDraft, 'shape'>, string])[]>> = {
  fixed: [['fixed', 'Latency (ms)']],
  span: [
    ['min', 'From (ms)'],
    ['max', 'To (ms)'],
  ],
  median: [
    ['median', 'Median (ms)'],
    ['sigma', 'Sigma (0 to 3)'],
    ['max', 'At most (ms)'],
  ],
};

const SIGMA = { step: 0.1, ...fieldBounds(BOUNDS.latencySigma) };

const { SelectField, NumberField } = fieldsOf<LatencyDraft>();

/** Also shows the issue of the latency as a whole. */
export function LatencyShapeField(props: { readonly label: string; readonly description?: string }) {
  return <SelectField name="shape" pointer="" data={SHAPES} {...props} />;
}

interface LatencyNumberFieldsProps {
  readonly shape: LatencyShape;
  /** Step of the millisecond fields. */
  readonly step: number;
  /** Bounds of the millisecond fields. */
  readonly bounds: NumberBounds;
}

export function LatencyNumberFields({ shape, step, bounds }: LatencyNumberFieldsProps) {
  return NUMBERS[shape].map(([key, label]) => (
    <NumberField
      key={key}
      withFields={key === 'min' || key === 'median' ? ['max'] : []}
      name={key}
      required
      label={label}
      {...(key === 'sigma' ? SIGMA : { step, ...fieldBounds(bounds) })}
    />
  ));
}
