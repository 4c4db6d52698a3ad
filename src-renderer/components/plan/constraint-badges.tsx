/** The portfolio's constraints that bound in a plan: a badge for each, with its sentence. */
import { Group, Stack } from '@mantine/core';
import type { ConstraintEffectWire } from '../../../src-server/contract/control/portfolios/constraints.ts';
import { Notice } from '../feedback/notice.tsx';
import { withOwnSpaces } from '../format/format-number.ts';
import { Badge } from '../layout/badge.tsx';
import { CONSTRAINT_LABELS, formatEffect, weightiestFirst } from './constraint-labels.ts';

export function ConstraintBadges({ bound }: Pick<ConstraintEffectWire, 'bound'>) {
  return (
    <Group component="span" gap={4} display="inline-flex">
      {bound.map(({ constraint, text }) => (
        <Badge key={constraint} color="warn" title={withOwnSpaces(text)}>
          {CONSTRAINT_LABELS[constraint]}
        </Badge>
      ))}
    </Group>
  );
}

/** Their effect on the plan; nothing if none bound. */
export function ConstraintNotice({ effect }: { readonly effect: ConstraintEffectWire | null | undefined }) {
  if (!effect || effect.bound.length === 0) return null;
  return (
    <Notice tone="warn">
      <strong>The portfolio’s constraints limit this plan.</strong> {formatEffect(effect)}
      <ConstraintSentences bound={effect.bound} />
    </Notice>
  );
}

export function ConstraintSentences({ bound }: Pick<ConstraintEffectWire, 'bound'>) {
  return (
    <Stack gap={4} mt="xs">
      {weightiestFirst(bound).map(({ constraint, text }) => (
        <div key={constraint}>{withOwnSpaces(text)}</div>
      ))}
    </Stack>
  );
}
