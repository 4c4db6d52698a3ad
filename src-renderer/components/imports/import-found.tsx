/** The contents of the chosen files: names to be mapped first, the first rows, and what would be loaded. */

import { Group, NativeSelect } from '@mantine/core';
import type { ImportedFile, PriceImportReport } from '../../../src-server/contract/control/imports/import-report.ts';
import { type ImportDraft, type ImportKind, type ImportReport, isOfPortfolios } from './import-draft.ts';
import { ImportFindings, ImportRefusal } from './import-findings.tsx';
import { ImportNames } from './import-names.tsx';
import { ImportPreview } from './import-preview.tsx';
import { ImportTypes } from './import-types.tsx';
import { NewInstruments } from './new-instruments.tsx';
import { NewWorldOffer } from './new-world-offer.tsx';
import { PortfolioChoices } from './portfolio-choices.tsx';

interface ImportFoundProps {
  readonly kind: ImportKind;
  readonly draft: ImportDraft;
  readonly report: ImportReport;
  readonly onChange: (part: Partial<ImportDraft>) => void;
  /** Called when a new world has been created from the files. */
  readonly onNewWorld: () => void;
}

export function ImportFound({ kind, draft, report, onChange, onNewWorld }: ImportFoundProps) {
  const { columns, mapping } = draft;
  const offer = isOfPortfolios(report) || kind !== 'prices' ? null : report.new_world;
  const map = (name: string, target: string | null) => {
    const { [name]: _before, ...others } = mapping;
    onChange({ mapping: target === null ? others : { ...others, [name]: target } });
  };
  return (
    <>
      {offer?.ended !== true && <ImportRefusal report={report} />}
      {offer !== null && !isOfPortfolios(report) && (
        <NewWorldOffer draft={draft} report={report} offer={offer} onMade={onNewWorld} />
      )}
      <SheetChoices
        files={report.files}
        onChoose={(name, sheet) => onChange({ sheets: { ...draft.sheets, [name]: sheet } })}
      />
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
      <ImportNames
        unknown={report.unknown}
        mapping={mapping}
        canBeNew={kind !== 'portfolios'}
        canBeCash={isOfPortfolios(report) && report.files.some(({ layout }) => layout === 'positions')}
        onMap={map}
      />
      {!isOfPortfolios(report) && report.new_instruments.length > 0 && (
        <NewInstruments
          instruments={report.new_instruments}
          onAdded={() => onChange({ mapping: mappedTo(mapping, report.new_instruments) })}
        />
      )}
      {isOfPortfolios(report) && <PortfolioChoices draft={draft} portfolios={report.portfolios} onChange={onChange} />}
      {report.files.map((file, index) => (
        <ImportPreview
          key={file.name}
          kind={kind}
          file={file}
          isOpenFirst={index === 0 || file.layout === 'unknown'}
          onChange={(header, meaning) => onChange({ columns: { ...columns, [header]: meaning } })}
        />
      ))}
      <ImportFindings report={report} />
    </>
  );
}

/** From now on, names mapped to a new instrument mean that instrument. */
function mappedTo(
  mapping: ImportDraft['mapping'],
  added: PriceImportReport['new_instruments'],
): ImportDraft['mapping'] {
  const isins = new Map(added.map(({ name, isin }) => [name, isin]));
  return Object.fromEntries(
    Object.entries(mapping).map(([name, target]) => [name, target === 'new' ? (isins.get(name) ?? target) : target]),
  );
}

interface SheetChoicesProps {
  readonly files: readonly ImportedFile[];
  readonly onChoose: (file: string, sheet: string) => void;
}

const NONE = { value: '', label: 'Choose a sheet' };

/** Chooses the sheet to read in each workbook with several. */
function SheetChoices({ files, onChoose }: SheetChoicesProps) {
  const workbooks = files.filter(({ sheets }) => sheets.length > 1);
  if (workbooks.length === 0) return null;
  return (
    <Group align="flex-end" gap="md">
      {workbooks.map(({ name, sheet, sheets }) => (
        <NativeSelect
          key={name}
          label={`Sheet of ${name}`}
          size="xs"
          data={[...(sheet === null ? [NONE] : []), ...sheets.map((each) => ({ value: each, label: each }))]}
          value={sheet ?? ''}
          onChange={(event) => onChoose(name, event.currentTarget.value)}
        />
      ))}
    </Group>
  );
}
