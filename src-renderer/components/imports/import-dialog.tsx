/** Imports files of prices or portfolios: chosen or dropped, looked at, corrected, and loaded all at once. */
import { Button, Group, NativeSelect, Stack, Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { PriceImportReport } from '../../api/market-api.ts';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { useAction } from '../feedback/use-action.ts';
import { plural } from '../format/format-number.ts';
import { FileField } from '../forms/file-field.tsx';
import dialogClasses from '../layout/dialog.module.css';
import { DialogFrame } from '../layout/dialog-frame.tsx';
import { Dimmed } from '../layout/dimmed.tsx';
import { readChosen } from './chosen-file.ts';
import { ImportColumns } from './import-columns.tsx';
import {
  type ImportDraft,
  type ImportKind,
  type ImportReport,
  isOfPortfolios,
  NOTHING_CHOSEN,
  sendImport,
} from './import-draft.ts';
import { ImportFindings } from './import-findings.tsx';
import { ImportNames } from './import-names.tsx';
import { ImportTypes } from './import-types.tsx';
import { NewInstruments } from './new-instruments.tsx';
import { SheetChoices } from './sheet-choices.tsx';

interface ImportDialogProps {
  readonly kind: ImportKind;
  /** Takes what was checked, in place of loading it. */
  readonly onUse?: (draft: ImportDraft, report: ImportReport) => void;
  readonly onClose: () => void;
}

const TABLES = {
  label: 'Tables of prices or exchange rates (.csv, .xlsx)',
  accept: '.csv,.txt,.tsv,.xlsx,text/csv',
} as const;
const LAYOUTS =
  'A column for each instrument, a column that names it, one file for each, or the ECB’s reference rates.';

const KINDS = {
  prices: { ...TABLES, title: 'Import prices', hint: `${LAYOUTS} Prices apply from now on.` },
  history: {
    ...TABLES,
    title: 'Own price history',
    hint: `${LAYOUTS} The policies meet these prices; what they leave out is simulated. The world stays as it is.`,
  },
  portfolios: {
    title: 'Import portfolios',
    label: 'Positions or transactions (.csv, .xlsx), Portfolio Performance (.xml), Ghostfolio (.json)',
    accept: '.csv,.txt,.tsv,.xlsx,.xml,.json',
    hint: 'Each row has an ISIN, symbol or name and a quantity; with cost and date it becomes a tax lot.',
  },
} as const;

export function ImportDialog({ kind, onUse, onClose }: ImportDialogProps) {
  const { title, label, accept, hint } = KINDS[kind];
  const [draft, setDraft] = useState(NOTHING_CHOSEN);
  const check = useMutation({ mutationFn: (next: ImportDraft) => sendImport(kind, next, true) });
  const load = useAction({
    doing: 'Importing the files',
    run: (chosen: ImportDraft) => sendImport(kind, chosen, false),
    done: formatDone,
    after: onClose,
  });
  const change = (part: Partial<ImportDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    if (next.files.length > 0) check.mutate(next);
  };
  const choose = async (files: readonly File[]) =>
    change({
      ...NOTHING_CHOSEN,
      files: await Promise.all(files.map(readChosen)),
    });
  const report = check.data;
  const canLoad = report !== undefined && report.refusal === null && !check.isPending;
  return (
    <DialogFrame title={title} size={880} closeLabel="Close the import" onClose={onClose}>
      <Stack gap="md" p="lg">
        <FileField label={label} accept={accept} multiple onChoose={(_file, all) => void choose(all)} />
        <Dimmed>{hint}</Dimmed>
        {draft.files.length > 0 && <ReadingChoices kind={kind} draft={draft} onChange={change} />}
        {check.error !== null && <ErrorNotice doing="Reading the files" error={check.error} />}
        {report !== undefined && <Report {...{ kind, draft, report }} onChange={change} />}
      </Stack>
      <div className={dialogClasses.dialogFoot}>
        <Dimmed style={{ flex: 1, minWidth: 0 }} aria-live="polite">
          {formatOutcome(report, check.isPending, onUse === undefined ? 'Imports' : 'Uses')}
        </Dimmed>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {onUse === undefined ? (
          <Button disabled={!canLoad} loading={load.isPending} onClick={() => load.mutate(draft)}>
            Import
          </Button>
        ) : (
          <Button disabled={!canLoad} onClick={() => report !== undefined && onUse(draft, report)}>
            Use them
          </Button>
        )}
      </div>
    </DialogFrame>
  );
}

interface PartProps {
  readonly kind: ImportKind;
  readonly draft: ImportDraft;
  readonly onChange: (part: Partial<ImportDraft>) => void;
}

function Report({ kind, draft, report, onChange }: PartProps & { readonly report: ImportReport }) {
  const { columns, mapping } = draft;
  const map = (name: string, target: string | null) => {
    const { [name]: _before, ...others } = mapping;
    onChange({ mapping: target === null ? others : { ...others, [name]: target } });
  };
  return (
    <>
      <SheetChoices
        files={report.files}
        onChoose={(name, sheet) => onChange({ sheets: { ...draft.sheets, [name]: sheet } })}
      />
      {report.files.map((file) => (
        <ImportColumns
          key={file.name}
          kind={kind}
          file={file}
          onChange={(header, meaning) => onChange({ columns: { ...columns, [header]: meaning } })}
        />
      ))}
      {isOfPortfolios(report) && (
        <ImportTypes
          unknown={report.unknown_types}
          types={draft.types}
          onMap={(type, meaning) => {
            const { [type]: _before, ...others } = draft.types;
            onChange({ types: meaning === null ? others : { ...others, [type]: meaning } });
          }}
        />
      )}
      <ImportNames unknown={report.unknown} mapping={mapping} canBeNew={kind !== 'portfolios'} onMap={map} />
      {!isOfPortfolios(report) && report.new_instruments.length > 0 && (
        <NewInstruments
          instruments={report.new_instruments}
          onAdded={() => onChange({ mapping: mappedTo(mapping, report.new_instruments) })}
        />
      )}
      <ImportFindings report={report} />
    </>
  );
}

/** What was mapped to a new instrument stands for that one from now on. */
function mappedTo(
  mapping: ImportDraft['mapping'],
  added: PriceImportReport['new_instruments'],
): ImportDraft['mapping'] {
  const isins = new Map(added.map(({ name, isin }) => [name, isin]));
  return Object.fromEntries(
    Object.entries(mapping).map(([name, target]) => [name, target === 'new' ? (isins.get(name) ?? target) : target]),
  );
}

const DATE_CHOICES = [
  { value: '', label: 'As the dates show' },
  { value: 'dmy', label: 'Day first' },
  { value: 'mdy', label: 'Month first' },
  { value: 'ymd', label: 'Year first' },
] as const;
const DECIMAL_CHOICES = [
  { value: '', label: 'As the numbers show' },
  { value: '.', label: 'Point' },
  { value: ',', label: 'Comma' },
] as const;

function ReadingChoices({ kind, draft, onChange }: PartProps) {
  return (
    <Group align="flex-end" gap="md">
      <NativeSelect
        label="Dates"
        size="xs"
        data={[...DATE_CHOICES]}
        value={draft.dates}
        onChange={(event) =>
          onChange({ dates: DATE_CHOICES.find(({ value }) => value === event.currentTarget.value)?.value ?? '' })
        }
      />
      <NativeSelect
        label="Decimal separator"
        size="xs"
        data={[...DECIMAL_CHOICES]}
        value={draft.decimal}
        onChange={(event) =>
          onChange({ decimal: DECIMAL_CHOICES.find(({ value }) => value === event.currentTarget.value)?.value ?? '' })
        }
      />
      {kind !== 'portfolios' && (
        <Switch
          label="Reinvest dividends (total return)"
          checked={draft.totalReturn}
          onChange={(event) => onChange({ totalReturn: event.currentTarget.checked })}
        />
      )}
    </Group>
  );
}

function formatOutcome(report: ImportReport | undefined, isPending: boolean, verb: 'Imports' | 'Uses'): string {
  if (isPending) return 'Reading …';
  if (report === undefined) return 'Choose files to see what is in them. Nothing has changed yet.';
  if (report.refusal !== null) return 'They cannot be taken yet.';
  return `${verb} ${formatContents(report)}, all at once.`;
}

function formatDone(report: ImportReport): string {
  return `Imported ${formatContents(report)}.`;
}

function formatContents(report: ImportReport): string {
  return isOfPortfolios(report)
    ? plural(report.portfolios.length, 'portfolio')
    : `prices of ${plural(report.series.length, 'instrument or currency', 'instruments and currencies')}`;
}
