/** The portfolio's constraints that bound in a plan: a badge for each, and a sentence for each trade they change. */
import { Group, Stack } from '@mantine/core';
import type { ConstraintEffectWire } from '../../../src-server/contract/control/portfolios/constraints.ts';
import { useInstrumentsByIsin } from '../../api/market-api.ts';
import { Notice } from '../feedback/notice.tsx';
import { withOwnSpaces } from '../format/format-number.ts';
import { Badge } from '../layout/badge.tsx';
import { CONSTRAINT_LABELS } from './constraint-labels.ts';
import { formatEffect, limitSentences, type PlannedTrade } from './limited-trades.ts';

export function ConstraintBadges({ bound }: Pick<ConstraintEffectWire, 'bound'>) {
  return (
    <Group component="span" gap="xs" display="inline-flex" justify="flex-end">
      {bound.map(({ constraint, text }) => (
        <Badge key={constraint} color="warn" title={withOwnSpaces(text)}>
          {CONSTRAINT_LABELS[constraint]}
        </Badge>
      ))}
    </Group>
  );
}

interface ConstraintNoticeProps {
  readonly effect: ConstraintEffectWire | null | undefined;
  readonly orders: readonly PlannedTrade[];
  readonly currency: string;
}

/** Their effect on the plan; nothing if none bound. */
export function ConstraintNotice({ effect, orders, currency }: ConstraintNoticeProps) {
  if (!effect || effect.bound.length === 0) return null;
  return (
    <Notice tone="warn">
      <strong>The portfolio’s constraints limit this plan.</strong> {formatEffect(effect, orders)}
      <LimitedTrades bound={effect.bound} {...{ orders, currency }} />
    </Notice>
  );
}

interface LimitedTradesProps extends Pick<ConstraintEffectWire, 'bound'> {
  /** Of the plan, if they are known. */
  readonly orders?: readonly PlannedTrade[];
  readonly currency: string;
}

/** A sentence for each trade that they change. */
export function LimitedTrades({ bound, orders = [], currency }: LimitedTradesProps) {
  const instruments = useInstrumentsByIsin();
  const nameOf = (isin: string) => instruments.get(isin)?.name ?? isin;
  return (
    <Stack gap="xs" mt="xs">
      {limitSentences(bound, orders, { nameOf, currency }).map((sentence) => (
        <div key={sentence}>{sentence}</div>
      ))}
    </Stack>
  );
}
