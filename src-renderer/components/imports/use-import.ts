/** The state of an import: what was said of the chosen files, what the service found in them, and what is remembered. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { usePreferences } from '../../state/preferences-store.ts';
import { type ImportDraft, type ImportKind, type ImportReport, NOTHING_CHOSEN, sendImport } from './import-draft.ts';
import { mappingsToRemember, recallColumns, recallNames } from './remembered-mapping.ts';

interface Checked {
  readonly draft: ImportDraft;
  readonly report: ImportReport;
  /** Layouts of which something is remembered; only looked for where files are new. */
  readonly recalled: readonly string[];
}

export function useImport(kind: ImportKind) {
  const [draft, setDraft] = useState(NOTHING_CHOSEN);
  const [recalled, setRecalled] = useState<readonly string[]>([]);
  const { rememberMappings } = usePreferences();
  const check = useMutation({
    mutationFn: async ({ next, isNew }: { readonly next: ImportDraft; readonly isNew: boolean }): Promise<Checked> =>
      isNew ? recallAndCheck(kind, next) : { draft: next, report: await sendImport(kind, next, true), recalled: [] },
  });
  const read = (next: ImportDraft, isNew: boolean) => {
    setDraft(next);
    if (isNew) setRecalled([]);
    if (next.files.length === 0) return;
    // Only of the latest: what was asked for before it is over.
    const onSuccess = (checked: Checked) => {
      if (!isNew) return;
      setDraft(checked.draft);
      setRecalled(checked.recalled);
    };
    check.mutate({ next, isNew }, { onSuccess });
  };
  return {
    draft,
    report: check.data?.report,
    error: check.error,
    isReading: check.isPending,
    /** Whether anything was taken from the last time. */
    isRecalled: recalled.length > 0,
    choose: (files: ImportDraft['files']) => read({ ...NOTHING_CHOSEN, files }, true),
    change: (part: Partial<ImportDraft>) => read({ ...draft, ...part }, false),
    /** To be called once the files have been used. */
    remember: (report: ImportReport) => rememberMappings(mappingsToRemember(kind, draft, report)),
    forget: () => {
      rememberMappings(Object.fromEntries(recalled.map((signature) => [signature, null])));
      setRecalled([]);
      read({ ...NOTHING_CHOSEN, files: draft.files }, false);
    },
  };
}

/** The first answer shows the headers, and the next ones the names and types that are unknown under them. */
async function recallAndCheck(kind: ImportKind, draft: ImportDraft): Promise<Checked> {
  const memory = usePreferences.getState().importMappings;
  const first = await sendImport(kind, draft, true);
  const found = recallColumns(kind, draft, first, memory);
  if (found.signatures.length === 0) return { draft, report: first, recalled: [] };
  const second = await sendImport(kind, found.draft, true);
  const whole = recallNames(found, second, memory);
  return { draft: whole, report: await sendImport(kind, whole, true), recalled: found.signatures };
}
