/** A number on a slider from the first mark to the last, with its label, range and meaning. */
import { Input, Slider } from '@mantine/core';

interface SliderFieldProps {
  readonly label: string;
  readonly description: string;
  /** What the thumb is called for assistive technology. */
  readonly thumbLabel: string;
  readonly marks: readonly number[];
  readonly step: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

export function SliderField({ label, description, thumbLabel, marks, step, value, onChange }: SliderFieldProps) {
  return (
    <Input.Wrapper label={label} description={description}>
      <Slider
        mt={8}
        mb={20}
        size="sm"
        min={marks[0] ?? 0}
        max={marks.at(-1) ?? 100}
        step={step}
        marks={marks.map((mark) => ({ value: mark, label: String(mark) }))}
        label={null}
        thumbLabel={thumbLabel}
        value={value}
        onChange={onChange}
      />
    </Input.Wrapper>
  );
}
