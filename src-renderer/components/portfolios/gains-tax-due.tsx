/** States that tax on realised gains is not deducted, with the estimate for each tax year. Nothing if there is none. */
import { Fragment } from 'react';
import { Link } from 'react-router';
import { useGains, useGainsOfYears } from '../../api/portfolios-api.ts';
import { paths } from '../../paths.ts';
import { formatMoney } from '../format/format-number.ts';
import { formatDay } from '../format/format-time.ts';
import { taxesDue, yearsDue } from './taxes-due.ts';

interface GainsTaxDueProps {
  readonly portfolioId: string;
  /** Gains from this instant on count; without it, the tax is the one included in the current value. */
  readonly since?: string;
}

export function GainsTaxDue({ portfolioId, since }: GainsTaxDueProps) {
  const { data: present } = useGains(portfolioId, '');
  const { reports } = useGainsOfYears(portfolioId, present === undefined ? [] : yearsDue(present, since));
  const due = taxesDue(reports, since?.slice(0, 10));
  if (due.length === 0) return null;
  return (
    <div>
      <small>
        gains tax not deducted:{' '}
        {due.map(({ report: { tax_year: year, tax_estimate: tax, currency }, isEarlier }, index) => (
          <Fragment key={year}>
            {index > 0 && '; '}
            <Link to={`${paths.portfolioView(portfolioId, 'gains')}?${new URLSearchParams({ tax_year: year })}`}>
              {formatMoney(tax)} {currency} estimated for {year}
            </Link>
            {isEarlier && since !== undefined && `, which includes sales before ${formatDay(since)}`}
          </Fragment>
        ))}
      </small>
    </div>
  );
}
