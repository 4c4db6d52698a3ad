/**
 * Parses pasted text while it is typed. It can be applied once every row is correct, or if the wrong rows are to be
 * omitted.
 */

import { Button, Checkbox, List, Stack, Text, Textarea } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { useClock } from '../../../../api/clock-api.ts';
import { useExchanges, useInstruments } from '../../../../api/market-api.ts';
import { Notice } from '../../../../components/feedback/notice.tsx';
import { plural } from '../../../../components/format/format-number.ts';
import dialogClasses from '../../../../components/layout/dialog.module.css';
import { DialogFrame } from '../../../../components/layout/dialog-frame.tsx';
import { Dimmed } from '../../../../components/layout/dimmed.tsx';
import { FORM_CHOICES } from '../../../../components/portfolios/form-name.ts';
import classes from '../../../../components/tables/table.module.css';
import { TableFrame } from '../../../../components/tables/table-frame.tsx';
import { PlainHead } from '../../../../components/tables/table-head.tsx';
import { CostReading } from './cost-reading.tsx';
import { PastePreview } from './paste-preview.tsx';
import { type CostRole, EMPTY_PASTE, type Pasted, type PasteIssue, type PasteMarket } from './pasted.ts';
import { readPaste } from './read-paste.ts';

export interface PasteProps {
  /** The open form; null if none is chosen. */
  readonly form: 'A' | 'B' | null;
  /** The portfolio exists already: only cash, holdings and targets of a request body are used. */
  readonly isForContents?: boolean;
  /** Base currency of the portfolio; null if it is not chosen yet. */
  readonly currency: string | null;
  readonly onTake: (pasted: Pasted) => void;
}

const EXAMPLE = [
  'ISIN;Exchange;Quantity;Cost price;Acquired;Target %',
  'DE0007164600;Xetra;120;98,40;2021-03-15;60',
  'IE00B4L5Y983;Euronext Amsterdam;45,5;71,20;02.11.2022;40',
  'Cash EUR;;1.250,00',
].join('\n');

interface PasteDialogProps extends PasteProps {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** How costs are read; null: by the name of their column. */
  readonly costAs: CostRole | null;
  readonly setCostAs: (role: CostRole) => void;
  readonly onClose: () => void;
}

export function PasteDialog({ onTake, onClose, text, setText, costAs, setCostAs, ...props }: PasteDialogProps) {
  const [leavesOut, setLeavesOut] = useState(false);
  const market = usePasteMarket(props.currency);
  const deferredText = useDeferredValue(text);
  const pasted = useMemo(
    () => (deferredText.trim() === '' || market === null ? EMPTY_PASTE : readPaste(deferredText, market, costAs)),
    [deferredText, market, costAs],
  );
  const { issues } = pasted;
  const canTake = deferredText === text && hasContents(pasted) && (issues.length === 0 || leavesOut);
  return (
    <DialogFrame title="Paste a portfolio" size={860} closeLabel="Close without changes" onClose={onClose}>
      <Stack gap="md" p="lg">
        <Textarea
          label="Table or JSON"
          description="Paste a spreadsheet or a broker’s CSV with its header row, or the JSON of an API request. Costs and dates become tax lots."
          placeholder={EXAMPLE}
          size="xs"
          rows={9}
          spellCheck={false}
          data-autofocus
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setLeavesOut(false);
          }}
        />
        <Understood {...props} pasted={pasted} />
        <CostReading pasted={pasted} currency={pasted.account?.currency ?? props.currency} onChange={setCostAs} />
        {issues.length > 0 && <PasteIssues issues={issues} />}
        {issues.length > 0 && hasContents(pasted) && (
          <Checkbox
            size="xs"
            label="Ignore the rows listed above"
            checked={leavesOut}
            onChange={(event) => setLeavesOut(event.currentTarget.checked)}
          />
        )}
        {hasContents(pasted) && <PastePreview pasted={pasted} currency={pasted.account?.currency ?? props.currency} />}
      </Stack>
      <div className={dialogClasses.dialogFoot}>
        <Text span c="dimmed" flex={1} aria-live="polite">
          {canTake ? 'Replaces the contents of the form.' : ''}
        </Text>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button disabled={!canTake} onClick={() => onTake(pasted)}>
          Apply
        </Button>
      </div>
    </DialogFrame>
  );
}

/** Null until it is read. */
function usePasteMarket(currency: string | null): PasteMarket | null {
  const instruments = useInstruments().data?.instruments;
  const exchanges = useExchanges().data?.exchanges;
  const now = useClock().data?.now;
  // Purchases must be before now: only the day matters, so that the text is not parsed again with every tick.
  const day = now?.slice(0, 10);
  return useMemo(
    () =>
      instruments === undefined || exchanges === undefined || day === undefined
        ? null
        : { instruments, exchanges, currency, now: `${day}T00:00:00.000Z` },
    [instruments, exchanges, currency, day],
  );
}

/** The parsed result in one sentence, and how it was read. */
function Understood({ pasted, form, isForContents }: Omit<PasteProps, 'onTake'> & { readonly pasted: Pasted }) {
  if (!hasContents(pasted)) return null;
  const { account, cash, holdings, targets, remarks } = pasted;
  const parts = [
    ...(account === null || isForContents ? [] : ['its account']),
    ...(cash === null ? [] : ['its cash']),
    ...(holdings === null ? [] : [plural(holdings.length, 'holding')]),
    ...(targets === null ? [] : [plural(targets.length, 'target')]),
  ];
  const other =
    account !== null && form !== null && account.form !== form
      ? ` This opens the form “${FORM_CHOICES[account.form]}”.`
      : '';
  return (
    <Notice tone={pasted.issues.length === 0 ? 'ok' : 'plain'}>
      <strong>Read: {new Intl.ListFormat('en-GB').format(parts)}.</strong>
      {other}
      {remarks.length > 0 && (
        <List size="sm" mt="xs">
          {remarks.map((remark) => (
            <List.Item key={remark}>{remark}</List.Item>
          ))}
        </List>
      )}
    </Notice>
  );
}

/** Nobody corrects more by hand; the heading has their number. */
const SHOWN_ISSUES = 100;

function PasteIssues({ issues }: { readonly issues: readonly PasteIssue[] }) {
  return (
    <div role="alert">
      <Text component="strong" fw="bold" c="fail">
        ✕ {plural(issues.length, 'issue')}
        {issues.length > SHOWN_ISSUES && `, the first ${SHOWN_ISSUES} here`}
      </Text>
      <TableFrame mah={200} mt="xs" bd="1px solid var(--line)" bdrs="sm">
        <table className={classes.table} aria-label="Errors in the pasted text">
          <PlainHead labels={['Where', 'Column', 'Why']} />
          <tbody>
            {issues.slice(0, SHOWN_ISSUES).map(({ where, column, reason }) => (
              <tr key={`${where} ${column} ${reason}`}>
                <td>{where}</td>
                <td>{column === '' ? <Dimmed>the whole row</Dimmed> : column}</td>
                <td data-overflow="wrap">{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </div>
  );
}

/** True if there is anything to apply. */
function hasContents({ account, cash, holdings, targets }: Pasted): boolean {
  return account !== null || cash !== null || (holdings?.length ?? 0) + (targets?.length ?? 0) > 0;
}
