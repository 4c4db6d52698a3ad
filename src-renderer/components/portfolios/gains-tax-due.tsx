/**
 * A line below figures: tax on realised gains is not deducted, with the estimate for each tax year. Nothing if there is
 * none.
 */
import { Box, Text } from '@mantine/core';
import { Fragment } from 'react';
import { Link } from 'react-router';
import type { GainsReport } from '../../../src-server/contract/control/portfolios/gains.ts';
import { useGains, useGainsOfYears } from '../../api/portfolios-api.ts';
import { paths } from '../../paths.ts';
import { formatMoney } from '../format/format-number.ts';
import { formatDay } from '../format/format-time.ts';
import { isNotDeducted } from '../orders/gains-tax-limits.ts';

interface GainsTaxDueProps {
  readonly portfolioId: string;
  /** Gains from this instant on count; without it, the tax is the one included in the current value. */
  readonly since?: string;
}

export function GainsTaxDue({ portfolioId, since }: GainsTaxDueProps) {
  const { data: present } = useGains(portfolioId, '');
  const { reports } = useGainsOfYears(portfolioId, present === undefined ? [] : yearsDue(present, since));
  const due = taxesDue(reports, since?.slice(0, 10));
  if (present === undefined || due.length === 0) return null;
  return (
    <Text c="dimmed" fz="xs" m={0} px="md" pb="md">
      Gains tax {isNotDeducted(present.tax_jurisdiction)}:{' '}
      {due.map(({ report: { tax_year: year, tax_estimate: tax, currency }, isEarlier }, index) => (
        <Fragment key={year}>
          {index > 0 && '; '}
          <Box
            component={Link}
            td="underline"
            to={`${paths.portfolioView(portfolioId, 'gains')}?${new URLSearchParams({ tax_year: year })}`}
          >
            {formatMoney(tax)} {currency} estimated for {year}
          </Box>
          {isEarlier && since !== undefined && `, which includes sales before ${formatDay(since)}`}
        </Fragment>
      ))}
      {since === undefined && earlierText(present)}.
    </Text>
  );
}

/** Nothing is deducted for them either: their tax is taken to have left the cash long ago. */
function earlierText(present: GainsReport): string {
  const [latest] = present.tax_years
    .filter((year) => !yearsDue(present).includes(year))
    .toSorted()
    .toReversed();
  return latest === undefined ? '' : `; tax for ${latest} and earlier years is treated as paid`;
}

type Report = Pick<GainsReport, 'tax_year' | 'tax_estimate'> & {
  readonly rows: readonly Pick<GainsReport['rows'][number], 'date'>[];
};

/**
 * Tax years whose tax may still be unpaid: from the one before `since` on, which a year such as 2026/27 reaches into;
 * without `since`, the current one and the one before, which is assessed in the current one.
 */
export function yearsDue(
  { tax_year: present, tax_years: years }: Pick<GainsReport, 'tax_year' | 'tax_years'>,
  since?: string,
) {
  const least = firstYear(since ?? present) - 1;
  return years.filter((year) => firstYear(year) >= least).toSorted();
}

/** Reports with a tax and sells since then; states whether there were earlier sells in the same year, too. */
export function taxesDue<R extends Report>(
  reports: readonly R[],
  since = '',
): { readonly report: R; readonly isEarlier: boolean }[] {
  return reports
    .filter(({ tax_estimate: tax, rows }) => tax > 0 && rows.some(({ date }) => date >= since))
    .map((report) => ({ report, isEarlier: report.rows.some(({ date }) => date < since) }));
}

function firstYear(year: string): number {
  return Number(year.slice(0, 4));
}
