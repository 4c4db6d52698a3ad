/** What the tiers allow in a month, and the way to change that. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { TierView } from '../../../src-server/contract/control/accounts/accounts.ts';
import { plural } from '../../components/format/format-number.ts';
import { Panel } from '../../components/layout/panel.tsx';
import { formatLimit } from '../../components/limits/limit-text.ts';
import { Setting } from './setting.tsx';
import { TierDialog } from './tier-dialog.tsx';

export function TierSettings({ tiers }: { readonly tiers: readonly TierView[] }) {
  const [changing, setChanging] = useState<TierView | null>(null);
  return (
    <Panel title="Events in a month" side="accepted Form A rebalances and Form B plans that are no dry runs">
      {tiers.map((tier) => (
        <Setting
          key={tier.tier}
          label={`Tier ${tier.tier}`}
          says={`${plural(tier.accounts, 'account has', 'accounts have')} it.`}
        >
          <strong>{formatLimit(tier.monthly_limit)}</strong>
          <Button variant="default" aria-label={`Change the tier ${tier.tier}`} onClick={() => setChanging(tier)}>
            Change…
          </Button>
        </Setting>
      ))}
      {changing !== null && <TierDialog tier={changing} onClose={() => setChanging(null)} />}
    </Panel>
  );
}
