/** The remaining retention of a record, in words and as a shape: full, half when it ends soon, hollow when ended. */

import { Group, VisuallyHidden } from '@mantine/core';
import { useClock } from '../../api/clock-api.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { DASH } from '../../components/layout/dimmed.tsx';
import { Toned } from '../../components/layout/toned.tsx';
import { retentionLeft } from './retention-left.ts';

/** `until` is ISO 8601. */
export function RetentionStatus({ until }: { readonly until: string }) {
  // A countdown of years and days needs no update between two messages of the clock.
  const clock = useClock().data;
  if (clock === undefined) return DASH;
  const { label, state, mark, tone } = retentionLeft(until, Date.parse(clock.now));
  return (
    <Group
      component="span"
      display="inline-flex"
      gap={6}
      wrap="nowrap"
      title={`${state}, until ${formatInstant(until)} UTC`}
    >
      {label}
      <Toned tone={tone === 'plain' ? 'dimmed' : tone} aria-hidden>
        {mark}
      </Toned>
      <VisuallyHidden>{state}</VisuallyHidden>
    </Group>
  );
}
