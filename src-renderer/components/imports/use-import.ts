/** The state of an import: the user's settings for the chosen files, the service's check, and remembered settings. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { usePreferences } from '../../state/preferences-store.ts';
import {
  EMPTY_IMPORT_DRAFT,
  type ImportDraft,
  type ImportKind,
  type ImportReport,
  sendImport,
} from './import-draft.ts';
import { mappingsToRemember, recallColumns, recallNames } from './remembered-mapping.ts';

interface Checked {
  readonly draft: ImportDraft;
  readonly report: ImportReport;
  /** Layouts with remembered settings; only looked up for new files. */
  readonly recalled: readonly string[];
}

export function useImport(kind: ImportKind) {
  const [draft, setDraft] = useState(EMPTY_IMPORT_DRAFT);
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
    // Only for the latest: earlier requests are obsolete.
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
    /** Whether any setting comes from an earlier import. */
    isRecalled: recalled.length > 0,
    choose: (files: ImportDraft['files']) => read({ ...EMPTY_IMPORT_DRAFT, files }, true),
    change: (part: Partial<ImportDraft>) => read({ ...draft, ...part }, false),
    /** Must be called once the files have been used. */
    remember: (report: ImportReport) => rememberMappings(mappingsToRemember(kind, draft, report)),
    forget: () => {
      rememberMappings(Object.fromEntries(recalled.map((signature) => [signature, null])));
      setRecalled([]);
      read({ ...EMPTY_IMPORT_DRAFT, files: draft.files }, false);
    },
  };
}

/** The first response has the headers; later ones have the unknown names and types under them. */
async function recallAndCheck(kind: ImportKind, draft: ImportDraft): Promise<Checked> {
  const memory = usePreferences.getState().importMappings;
  const first = await sendImport(kind, draft, true);
  const found = recallColumns(kind, draft, first, memory);
  if (found.signatures.length === 0) return { draft, report: first, recalled: [] };
  const second = await sendImport(kind, found.draft, true);
  const whole = recallNames(found, second, memory);
  return { draft: whole, report: await sendImport(kind, whole, true), recalled: found.signatures };
}
