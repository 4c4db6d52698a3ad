/** Tries a gains tax budget in the comparison of plans, because a plan has only that of its portfolio (decision L146). */

import { Input, Stack } from '@mantine/core';
import { useState } from 'react';
import { BOUNDS } from '../../../../src-server/contract/fields/number-bounds.ts';
import { useConstraints, useGains } from '../../../api/portfolios-api.ts';
import { formatMoney } from '../../../components/format/format-number.ts';
import { fieldBounds } from '../../../components/forms/number-text.ts';
import { NumericInput } from '../../../components/forms/numeric-input.tsx';
import { LinkButton } from '../../../components/layout/link-button.tsx';
import { taxSoFar } from '../../../components/orders/gains-tax-limits.ts';
import { comparePath } from '../../../components/plan/comparison-state.ts';
import { useShownPortfolio } from '../../../components/portfolios/use-shown-portfolio.ts';
import type { PlanQuestion } from './use-dry-run.ts';

export function GainsTaxTrial({ parameters }: Pick<PlanQuestion, 'parameters'>) {
  const { portfolio_id: portfolioId, currency } = useShownPortfolio();
  const [typed, setTyped] = useState<number | null>(null);
  const gains = useGains(portfolioId, '').data;
  const own = useConstraints(portfolioId).data?.constraints.gains_tax_budget;
  if (gains === undefined || gains.tax_rate === 0) return null;
  return (
    <Input.Wrapper
      label={`Gains tax budget (${currency})`}
      labelElement="div"
      description={`${ownText(own, currency)} ${taxSoFar(gains)}`}
    >
      <Stack gap="xs" mt="xs" align="flex-start">
        <NumericInput
          w="100%"
          aria-label={`Gains tax budget to try (${currency})`}
          placeholder="to try"
          unit={currency}
          {...fieldBounds(BOUNDS.money, { decimals: 2 })}
          grouped
          value={typed ?? ''}
          onChange={(value) => setTyped(typeof value === 'number' ? value : null)}
        />
        <LinkButton usesFields to={comparePath(portfolioId, parameters, typed)}>
          Try it under Compare plans
        </LinkButton>
      </Stack>
    </Input.Wrapper>
  );
}

function ownText(own: number | undefined, currency: string): string {
  return own === undefined
    ? 'The portfolio’s constraints have none. To try a limit without saving it, use Compare plans.'
    : `The portfolio’s constraints set ${formatMoney(own)} ${currency} for each plan. To try another limit without saving it, use Compare plans.`;
}
