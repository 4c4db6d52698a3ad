/** The format of dates and numbers in files, if it cannot be detected, and whether dividends are reinvested. */
import { Group, NativeSelect, Switch } from '@mantine/core';
import type { ImportDraft, ImportKind } from './import-draft.ts';

const DATE_CHOICES = [
  { value: '', label: 'Detect from the dates' },
  { value: 'dmy', label: 'Day first' },
  { value: 'mdy', label: 'Month first' },
  { value: 'ymd', label: 'Year first' },
] as const;
const DECIMAL_CHOICES = [
  { value: '', label: 'Detect from the numbers' },
  { value: '.', label: 'Point' },
  { value: ',', label: 'Comma' },
] as const;

interface ReadingChoicesProps {
  readonly kind: ImportKind;
  readonly draft: ImportDraft;
  readonly onChange: (part: Partial<ImportDraft>) => void;
}

export function ReadingChoices({ kind, draft, onChange }: ReadingChoicesProps) {
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
          mb="sm"
          checked={draft.totalReturn}
          onChange={(event) => onChange({ totalReturn: event.currentTarget.checked })}
        />
      )}
    </Group>
  );
}
