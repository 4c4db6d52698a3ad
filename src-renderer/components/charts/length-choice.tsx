/** Chooses the length of a bar or the range of a chart, with its name in front, since both are durations. */
import { Group, SegmentedControl } from '@mantine/core';
import { Dimmed } from '../layout/dimmed.tsx';

interface LengthChoiceProps<Length extends string> {
  readonly of: 'Bar' | 'Range';
  readonly label: string;
  /** `1m`: for a bar it is a minute, for a range a month. */
  readonly lengths: readonly Length[];
  readonly value: Length;
  readonly onChange: (length: Length) => void;
}

export function LengthChoice<Length extends string>({ of, label, lengths, ...choice }: LengthChoiceProps<Length>) {
  const write = of === 'Bar' ? formatBar : formatRange;
  return (
    <Group component="span" gap="xs" wrap="nowrap" data-screen-only>
      <Dimmed aria-hidden>{of}</Dimmed>
      <SegmentedControl<Length>
        aria-label={label}
        data={lengths.map((length) => ({ value: length, label: write(length) }))}
        {...choice}
      />
    </Group>
  );
}

/** `5 min`, `1 h`, `1 d`. */
export function formatBar(length: string): string {
  return spaced(length).replace(/m$/, 'min');
}

/** `1 D`, `3 M`, `5 Y`, `All`: months and years in capitals, as is usual on price charts. */
export function formatRange(length: string): string {
  return length === 'all' ? 'All' : spaced(length).toUpperCase();
}

/** With a space that does not break. */
function spaced(length: string): string {
  return length.replace(/(\d)(?=[a-z])/, '$1\u00a0');
}
