/** The highlighted button of a first run: dry-runs the most out-of-balance portfolio, or shows around. Dismissed once, gone for good. */

import { Button, CloseButton, Text } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import type { PortfolioSummary } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { APP_ACCOUNT } from '../../../api/portfolios-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { formatPercent } from '../../../components/format/format-number.ts';
import { paths } from '../../../paths.ts';
import { usePreferences } from '../../../state/preferences-store.ts';
import { useTour } from '../../../state/tour-store.ts';

const HINT = 'first-plan';

export function FirstRunHint({ portfolios }: { readonly portfolios: readonly PortfolioSummary[] }) {
  const isDismissed = usePreferences((state) => state.dismissedHints.includes(HINT));
  const dismiss = usePreferences((state) => state.dismissHint);
  const start = useTour((state) => state.start);
  const navigate = useNavigate();
  const worst = mostOutOfBalance(portfolios);
  if (isDismissed || worst === undefined) return null;
  return (
    <Notice
      tone="live"
      side={
        <>
          <Button
            leftSection={<IconScale size={14} />}
            onClick={() => {
              dismiss(HINT);
              navigate(paths.plan(worst.portfolio_id));
            }}
          >
            See what it would take
          </Button>
          <Button variant="default" onClick={start}>
            Take the tour
          </Button>
          <CloseButton size="sm" aria-label="Dismiss this hint" onClick={() => dismiss(HINT)} />
        </>
      }
    >
      <strong>{worst.label}</strong> is {formatPercent(Math.abs(worst.max_drift))} away from its targets, outside the ±5
      % band.
      <Text component="div" c="dimmed">
        A dry run shows orders and costs. It changes nothing and is not billed.
      </Text>
    </Notice>
  );
}

/** Only what the app can plan for: what belongs to another account is not the app's. */
function mostOutOfBalance(portfolios: readonly PortfolioSummary[]): PortfolioSummary | undefined {
  return portfolios
    .filter((row) => row.account_id === APP_ACCOUNT && row.breached && !isUnderWay(row))
    .sort((left, right) => Math.abs(right.max_drift) - Math.abs(left.max_drift))[0];
}

function isUnderWay(row: PortfolioSummary): boolean {
  return row.rebalance?.status === 'executing' || row.rebalance?.status === 'partially_filled';
}
