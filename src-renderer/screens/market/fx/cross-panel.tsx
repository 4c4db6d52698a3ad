/** Every currency against every other, as mids through the euro: the unit of a row in the currency of a column. */
import { Text } from '@mantine/core';
import type { RateTable } from '../../../../src-server/contract/control/market/market-rates.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import tableClasses from '../../../components/tables/table.module.css';
import classes from './fx.module.css';
import { rateText } from './rate-text.ts';

export function CrossPanel({ table: { currencies } }: { readonly table: RateTable }) {
  return (
    <Panel title="Cross rates" side="one unit of the row in the currency of the column, mid">
      <div className={tableClasses.tableFrame}>
        <table className={`${tableClasses.table} ${classes.crossRates}`} aria-label="Cross rates">
          <thead>
            <tr>
              <th scope="col">One</th>
              {currencies.map(({ currency }) => (
                <th key={currency} scope="col" data-align="right">
                  {currency}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {currencies.map((row) => (
              <tr key={row.currency}>
                <th scope="row">{row.currency}</th>
                {currencies.map((column) => (
                  <Text
                    component="td"
                    key={column.currency}
                    data-align="right"
                    c={row === column ? 'dimmed' : 'inherit'}
                  >
                    {rateText(row === column ? 1 : column.per_eur / row.per_eur)}
                  </Text>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}
