/** Imports files of prices or portfolios: choose or drop them, check, correct, and load all at once. */
import { Box, Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { Notice } from '../feedback/notice.tsx';
import { useAction } from '../feedback/use-action.ts';
import { plural } from '../format/format-number.ts';
import { FileField } from '../forms/file-field.tsx';
import { usesFields } from '../forms/unread-field.ts';
import dialogClasses from '../layout/dialog.module.css';
import { DialogFrame } from '../layout/dialog-frame.tsx';
import { Dimmed } from '../layout/dimmed.tsx';
import { readChosen } from './chosen-file.ts';
import { type ImportDraft, type ImportKind, type ImportReport, isOfPortfolios, sendImport } from './import-draft.ts';
import { ImportFound } from './import-found.tsx';
import { ReadingChoices } from './reading-choices.tsx';
import { useImport } from './use-import.ts';

interface ImportDialogProps {
  readonly kind: ImportKind;
  /** Files that are opened at once; a dropped file is already chosen. */
  readonly chosen?: readonly File[] | undefined;
  /** Uses the checked files instead of loading them. */
  readonly onUse?: (draft: ImportDraft, report: ImportReport) => void;
  /** Shown beside the files. */
  readonly side?: ReactNode;
  readonly onClose: () => void;
}

const TABLES = {
  label: 'Tables of prices or exchange rates (.csv, .xlsx), Portfolio Performance (.xml)',
  accept: '.csv,.txt,.tsv,.xlsx,.xml,text/csv',
} as const;
const LAYOUTS =
  'One column for each instrument, one column that names the instrument, one file for each instrument, or the ECB’s reference rates.';

const KINDS = {
  prices: { ...TABLES, title: 'Import prices', hint: `${LAYOUTS} The prices apply from now on.` },
  history: {
    ...TABLES,
    title: 'Own price history',
    hint: `${LAYOUTS} The policies run on these prices; instruments without prices are simulated. The world does not change.`,
  },
  portfolios: {
    title: 'Import portfolios',
    label: 'Positions or transactions (.csv, .xlsx), Portfolio Performance (.xml), Ghostfolio (.json)',
    accept: '.csv,.txt,.tsv,.xlsx,.xml,.json',
    hint: 'Each row has an ISIN, symbol or name, and a quantity. With a cost and a date, it becomes a tax lot.',
  },
} as const;

export function ImportDialog({ kind, chosen, onUse, onClose, side }: ImportDialogProps) {
  const { title, label, accept, hint } = KINDS[kind];
  const { draft, report, error, isReading, isRecalled, choose, change, remember, forget } = useImport(kind);
  const load = useAction({
    doing: 'Importing the files',
    run: () => sendImport(kind, draft, false),
    done: formatDone,
    after: (loaded) => {
      remember(loaded);
      onClose();
    },
  });
  const open = async (files: readonly File[]) => choose(await Promise.all(files.map(readChosen)));
  useFilesOnce(chosen, open);
  const canLoad = report !== undefined && report.refusal === null && !isReading;
  return (
    <DialogFrame title={title} size={1240} closeLabel="Close the import" onClose={onClose}>
      <DropArea onDrop={open}>
        <Group align="flex-end" gap="md">
          <Box flex="1 1 320px">
            <FileField label={label} accept={accept} multiple onChoose={(_file, all) => void open(all)} />
          </Box>
          {side}
          {draft.files.length > 0 && <ReadingChoices kind={kind} draft={draft} onChange={change} />}
        </Group>
        {report === undefined && <Dimmed>{hint}</Dimmed>}
        {isRecalled && <Recalled onForget={forget} />}
        {error !== null && <ErrorNotice doing="Loading the files" error={error} />}
        {report !== undefined && (
          <ImportFound {...{ kind, draft, report, onChange: change, onNewWorld: () => remember(report) }} />
        )}
      </DropArea>
      <div className={dialogClasses.dialogFoot}>
        <Dimmed style={{ flex: 1, minWidth: 0 }} aria-live="polite">
          {summaryLine(report, isReading, onUse === undefined ? 'Imports' : 'Uses')}
        </Dimmed>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {onUse === undefined ? (
          <Button {...usesFields} disabled={!canLoad} loading={load.isPending} onClick={() => load.mutate(undefined)}>
            Import
          </Button>
        ) : (
          <Button
            {...usesFields}
            disabled={!canLoad}
            onClick={() => {
              if (report === undefined) return;
              remember(report);
              onUse(draft, report);
            }}
          >
            Use these prices
          </Button>
        )}
      </div>
    </DialogFrame>
  );
}

/** Reports that the settings of the last import are used again. */
function Recalled({ onForget }: { readonly onForget: () => void }) {
  return (
    <Notice
      tone="live"
      side={
        <Button size="compact-xs" variant="default" onClick={onForget}>
          Forget
        </Button>
      }
    >
      The columns are mapped as last time.
    </Notice>
  );
}

/** The content, on which files may be dropped anywhere. */
function DropArea({ onDrop, children }: { onDrop: (files: readonly File[]) => void; children: ReactNode }) {
  return (
    <Stack
      gap="md"
      p="lg"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const files = [...event.dataTransfer.files];
        if (files.length > 0) onDrop(files);
      }}
    >
      {children}
    </Stack>
  );
}

/** Files that were chosen before the dialog opened are opened with it. */
function useFilesOnce(files: readonly File[] | undefined, open: (files: readonly File[]) => Promise<void>) {
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    if (files !== undefined) void latest.current(files);
  }, [files]);
}

function summaryLine(report: ImportReport | undefined, isPending: boolean, verb: 'Imports' | 'Uses'): string {
  if (isPending) return 'Reading …';
  if (report === undefined) return 'Choose files to preview them. Nothing has changed yet.';
  if (report.refusal !== null) return 'These files cannot be imported yet.';
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
