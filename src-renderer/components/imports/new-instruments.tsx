/** Instruments that the world lacks, and one click that adds them, with data from their prices and the assumptions. */

import { Button, Stack, Text } from '@mantine/core';
import type { PriceImportReport } from '../../../src-server/contract/control/imports/import-report.ts';
import { addInstruments } from '../../api/market-api.ts';
import { useAction } from '../feedback/use-action.ts';
import { formatCount, formatPercent, plural } from '../format/format-number.ts';
import classes from '../tables/table.module.css';
import { TableFrame } from '../tables/table-frame.tsx';
import { PlainHead } from '../tables/table-head.tsx';

interface NewInstrumentsProps {
  readonly instruments: PriceImportReport['new_instruments'];
  readonly onAdded: () => void;
}

const LABELS = ['Instrument', 'Exchange', 'Price on 2 March 2026', 'Volatility', 'Spread', 'Shares per day'];

export function NewInstruments({ instruments, onAdded }: NewInstrumentsProps) {
  const add = useAction({
    doing: 'Adding the instruments',
    run: () => addInstruments(instruments),
    done: () => `${plural(instruments.length, 'instrument')} added to this world.`,
    after: onAdded,
  });
  return (
    <Stack gap={6} align="flex-start">
      <Text component="h3" fw={600} fz="sm">
        New in this world: {plural(instruments.length, 'instrument')}
      </Text>
      <TableFrame mah={180} w="100%" bd="1px solid var(--line)" bdrs="sm">
        <table className={classes.table} aria-label="New instruments">
          <PlainHead labels={LABELS} />
          <tbody>
            {instruments.map((each) => (
              <tr key={each.isin}>
                <td>{each.name === each.isin ? each.isin : `${each.name} (${each.isin})`}</td>
                <td>{each.listings.join(', ')}</td>
                <td>
                  {each.reference_price} {each.currency}
                </td>
                <td>{formatPercent(each.annual_volatility)} per year</td>
                <td>{each.spread_bps} bps</td>
                <td>{formatCount(each.average_daily_volume)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      <Button size="xs" variant="default" loading={add.isPending} onClick={() => add.mutate(undefined)}>
        Add {instruments.length === 1 ? 'it' : 'them'} to this world
      </Button>
    </Stack>
  );
}
