/** States below an estimate of gains tax what it does not include; also on paper. */
import { Text } from '@mantine/core';
import { useGains } from '../../api/portfolios-api.ts';
import { type EstimateScope, gainsTaxLimits } from './gains-tax-limits.ts';

interface GainsTaxNoteProps {
  readonly portfolioId: string;
  readonly scope: EstimateScope;
}

export function GainsTaxNote({ portfolioId, scope }: GainsTaxNoteProps) {
  const { data, isError } = useGains(portfolioId, '');
  // A deleted portfolio has no report.
  if (data === undefined && !isError) return null;
  return (
    <Text c="dimmed" fz="sm" m={0} role="note">
      {gainsTaxLimits(data ?? null, scope)}
    </Text>
  );
}
