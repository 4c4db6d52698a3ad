/** The settings of earlier imports of files with the same header, so that they need not be entered again. Pure. */
import type { RememberedMapping } from '../../state/preferences-store.ts';
import { type ImportDraft, type ImportKind, type ImportReport, isOfPortfolios } from './import-draft.ts';

type Memory = Readonly<Record<string, RememberedMapping>>;
type ReportedFile = ImportReport['files'][number];

const LONGEST_SIGNATURE = 300;

/** Identifies the layout of a file: its import kind and its header. `null` for a file without a header. */
export function signatureOf(kind: ImportKind, { columns }: Pick<ReportedFile, 'columns'>): string | null {
  if (columns.length === 0) return null;
  const header = columns.map(({ name }) => name.trim()).join(' | ');
  let sum = 0;
  for (const letter of header) sum = (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  const used = kind === 'portfolios' ? 'portfolios' : 'prices';
  return `${used}: ${header.slice(0, LONGEST_SIGNATURE)} #${columns.length}.${sum.toString(36)}`;
}

interface Recalled {
  readonly draft: ImportDraft;
  /** Layouts with remembered settings. */
  readonly signatures: readonly string[];
}

/** The draft with the remembered settings for columns, dates and numbers; settings in the draft take precedence. */
export function recallColumns(kind: ImportKind, draft: ImportDraft, report: ImportReport, memory: Memory): Recalled {
  const signatures = signaturesOf(kind, report).filter((signature) => memory[signature] !== undefined);
  const recalled = signatures.flatMap((signature) => memory[signature] ?? []);
  return {
    signatures,
    draft: {
      ...draft,
      columns: { ...Object.assign({}, ...recalled.map(({ columns }) => columns)), ...draft.columns },
      dates: draft.dates === '' ? (recalled.find(({ dates }) => dates !== '')?.dates ?? '') : draft.dates,
      decimal: draft.decimal === '' ? (recalled.find(({ decimal }) => decimal !== '')?.decimal ?? '') : draft.decimal,
    },
  };
}

/** The draft with the remembered settings for names and types that the report does not know. */
export function recallNames({ draft, signatures }: Recalled, report: ImportReport, memory: Memory): ImportDraft {
  const recalled = signatures.flatMap((signature) => memory[signature] ?? []);
  const recall = <Value>(
    unknown: readonly string[],
    of: (each: RememberedMapping) => Readonly<Record<string, Value>>,
  ) =>
    Object.fromEntries(
      unknown.flatMap((name) => {
        const found = recalled.map((each) => of(each)[name]).find((value) => value !== undefined);
        return found === undefined ? [] : [[name, found] as const];
      }),
    );
  const names = report.unknown.map(({ name }) => name);
  const types = isOfPortfolios(report) ? report.unknown_types.map(({ type }) => type) : [];
  return {
    ...draft,
    mapping: { ...recall(names, (each) => each.names), ...draft.mapping },
    types: { ...recall(types, (each) => each.types), ...draft.types },
  };
}

/** The settings to remember for each layout; `null` if there are none. */
export function mappingsToRemember(
  kind: ImportKind,
  draft: ImportDraft,
  report: ImportReport,
): Readonly<Record<string, RememberedMapping | null>> {
  const { mapping: names, types, dates, decimal } = draft;
  return Object.fromEntries(
    report.files.flatMap((file) => {
      const signature = signatureOf(kind, file);
      if (signature === null) return [];
      const headers = new Set(file.columns.map(({ name }) => name));
      const columns = Object.fromEntries(Object.entries(draft.columns).filter(([header]) => headers.has(header)));
      const parts = [columns, names, types].some((part) => Object.keys(part).length > 0);
      const hasSettings = parts || dates !== '' || decimal !== '';
      return [[signature, hasSettings ? { columns, names, types, dates, decimal } : null] as const];
    }),
  );
}

function signaturesOf(kind: ImportKind, { files }: ImportReport): string[] {
  return [...new Set(files.flatMap((file) => signatureOf(kind, file) ?? []))];
}
