/** Chooses the sheet to read in each workbook with several. */
import { Group, NativeSelect } from '@mantine/core';
import type { ImportedFile } from '../../../src-server/contract/control/imports/import-report.ts';

interface SheetChoicesProps {
  readonly files: readonly ImportedFile[];
  readonly onChoose: (file: string, sheet: string) => void;
}

const NONE = { value: '', label: 'Choose a sheet' };

export function SheetChoices({ files, onChoose }: SheetChoicesProps) {
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
