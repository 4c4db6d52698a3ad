/** Breaks an exchange under the open orders of a rebalance, from where they are watched; the form begins at a likely one. */
import { Button } from '@mantine/core';
import type { RebalanceB } from '../../../../src-server/contract/service/form-b.ts';
import { FaultDialog } from '../../../components/faults/fault-dialog.tsx';
import { useAddressDialog } from '../../../components/layout/use-address-dialog.ts';

const ENDED = ['filled', 'rejected', 'expired', 'cancelled'];

export function BreakExchange({ rebalance }: { readonly rebalance: RebalanceB }) {
  const breaking = useAddressDialog('break');
  return (
    <>
      <Button
        variant="default"
        title="An outage, refused orders, partial fills: see what the rebalance makes of it"
        onClick={breaking.open}
      >
        Break an exchange…
      </Button>
      {breaking.isOpen && <FaultDialog exchange={busiestExchange(rebalance)} onClose={breaking.close} />}
    </>
  );
}

/** Where most orders are out, since an outage says little to those that wait for their turn; the first sent where several have as many. */
function busiestExchange({ orders }: RebalanceB): string | undefined {
  const open = orders.filter(({ status }) => !ENDED.includes(status));
  const out = open.filter(({ status }) => status !== 'new');
  const counts = new Map<string, number>();
  for (const { exchange } of out.length > 0 ? out : open) counts.set(exchange, (counts.get(exchange) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}
