/** The findings of an import: what would be loaded, what cannot be read, and what is omitted. */
import { List, Text } from '@mantine/core';
import { groupPlaces, othersText } from '../../../src-server/contract/control/imports/group-places.ts';
import { Notice } from '../feedback/notice.tsx';
import { formatCount, formatMoney, formatPercent, plural } from '../format/format-number.ts';
import classes from '../tables/table.module.css';
import { TableFrame } from '../tables/table-frame.tsx';
import { PlainHead } from '../tables/table-head.tsx';
import { type ImportReport, isOfPortfolios } from './import-draft.ts';

type LineIssue = ImportReport['issues'][number];

/** Why the files cannot be loaded as they are. */
export function ImportRefusal({ report: { refusal, issues } }: { readonly report: ImportReport }) {
  return refusal !== null && <Notice tone={issues.length > 0 ? 'fail' : 'warn'}>{refusal}</Notice>;
}

export function ImportFindings({ report }: { readonly report: ImportReport }) {
  const { issues, issue_count, left_out, left_out_count, notes } = report;
  return (
    <>
      {issues.length > 0 && <IssueTable label="Errors" count={issue_count} issues={issues} />}
      <Found report={report} />
      {left_out.length > 0 && <IssueTable label="Ignored" count={left_out_count} issues={left_out} />}
      {notes.length > 0 && (
        <List size="sm" c="dimmed">
          {notes.map((note) => (
            <List.Item key={note}>{note}</List.Item>
          ))}
        </List>
      )}
    </>
  );
}

/** Nobody reads more one by one; the heading has the number of places. */
const SHOWN_GROUPS = 50;

/** Issues of many lines are shown once. */
function IssueTable({ label, count, issues }: { label: string; count: number; issues: readonly LineIssue[] }) {
  const groups = groupPlaces(issues);
  return (
    <div>
      <Text component="h3" fw={600} fz="sm">
        {label}: {plural(count, 'place')}
        {groups.length > SHOWN_GROUPS
          ? `, the first ${SHOWN_GROUPS} reasons here`
          : groups.length < count && ` for ${plural(groups.length, 'reason')}`}
      </Text>
      <TableFrame mah={180} mt="xs" bd="1px solid var(--line)" bdrs="sm">
        <table className={classes.table} aria-label={label}>
          <PlainHead labels={['File', 'Line', 'Column', 'Why']} />
          <tbody>
            {groups.slice(0, SHOWN_GROUPS).map((group) => {
              const { file, line, column, name, issue } = group.first;
              const others = othersText(group);
              return (
                <tr key={`${file} ${line} ${column} ${issue}`}>
                  <td data-overflow="clip" title={file}>
                    {file}
                  </td>
                  <td>{line}</td>
                  <td data-overflow="clip" title={name}>
                    {column === 0 ? 'the line' : `${column}${name === '' ? '' : ` ${name}`}`}
                  </td>
                  <td data-overflow="wrap">
                    {issue}
                    {others !== '' && <Text span c="dimmed" inherit>{`; ${others}`}</Text>}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </TableFrame>
    </div>
  );
}

function Found({ report }: { readonly report: ImportReport }) {
  const rows = isOfPortfolios(report)
    ? report.portfolios.map(({ name, form, currency, cash, targets, positions, lots }) => ({
        key: name,
        cells: [
          name,
          `Form ${form}`,
          plural(positions, 'position'),
          plural(lots, 'lot'),
          `${formatMoney(cash)} ${currency}`,
          targets === null ? '–' : `${formatPercent(targets)}, cash ${formatPercent(1 - targets)}`,
        ],
      }))
    : report.series.map(({ subject, name, exchanges, currency, rows: prices, from, until, gaps }) => ({
        key: subject,
        cells: [
          name === subject ? subject : `${name} (${subject})`,
          exchanges.length === 0 ? 'rate' : `${currency} at ${exchanges.join(', ')}`,
          formatCount(prices),
          `${from} to ${until}`,
          gaps === 0 ? '–' : formatCount(gaps),
        ],
      }));
  if (rows.length === 0) return null;
  const labels = isOfPortfolios(report)
    ? ['Portfolio', 'Form', 'Positions', 'Lots', 'Cash', 'Targets']
    : ['Instrument or currency', 'Where', 'Prices', 'Dates', 'Gaps'];
  return (
    <TableFrame mah={220} bd="1px solid var(--line)" bdrs="sm">
      <table className={classes.table} aria-label="What was read">
        <PlainHead labels={labels} />
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) => (
                <td key={labels[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
