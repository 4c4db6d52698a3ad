/** What a span comes to in numbers, which also tells it to those who do not see the chart. */

import { Text } from '@mantine/core';
import type { PortfolioHistory } from '../../../../../src-server/contract/control/portfolios/portfolio-history.ts';
import {
  formatCount,
  formatDriftBps,
  formatMoney,
  formatPercent,
} from '../../../../components/format/format-number.ts';
import { formatInstant } from '../../../../components/format/format-time.ts';
import { extremesOf, type HistoryMeasure, historyRows, shareOutside } from './history-rows.ts';
import classes from './portfolio-history.module.css';

interface HistorySummaryProps {
  readonly history: PortfolioHistory;
  readonly measure: HistoryMeasure;
}

export function HistorySummary({ history, measure }: HistorySummaryProps) {
  const rows = historyRows(history);
  const extremes = extremesOf(rows, measure);
  const { currency, from, band } = history;
  if (extremes === null)
    return (
      <Text c="dimmed" className={classes.historySummary}>
        There were no targets to drift from.
      </Text>
    );
  const { first, last, lowest, highest } = extremes;
  const unit = measure === 'nav' ? currency : 'bps';
  const value = (amount: number) => (measure === 'nav' ? formatMoney(amount) : formatCount(Math.round(amount)));
  const facts = [
    { name: measure === 'nav' ? 'NAV now' : 'Max drift now', text: `${value(last)} ${unit}` },
    { name: 'Lowest', text: value(lowest) },
    { name: 'Highest', text: value(highest) },
    measure === 'nav'
      ? { name: 'Change', text: first > 0 ? `${formatDriftBps(last / first - 1)} bps` : '–' }
      : { name: 'Outside the band', text: formatPercent(shareOutside(rows, band.threshold * 10_000)) },
    { name: 'Since', text: `${formatInstant(from).slice(0, 16)} UTC` },
  ];
  return (
    <dl className={classes.historySummary}>
      {facts.map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
