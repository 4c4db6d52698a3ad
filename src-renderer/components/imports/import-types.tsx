/** Unknown types of transactions: for each, its effect on a position is chosen, or it is omitted. */
import { NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { TYPE_MEANINGS, type TypeMeaning } from '../../../src-server/contract/control/imports/import-meanings.ts';
import type { PortfolioImportReport } from '../../../src-server/contract/control/imports/import-report.ts';
import { plural } from '../format/format-number.ts';
import type { ImportDraft } from './import-draft.ts';
import classes from './import-preview.module.css';

interface ImportTypesProps {
  readonly unknown: PortfolioImportReport['unknown_types'];
  readonly types: ImportDraft['types'];
  readonly onMap: (type: string, meaning: TypeMeaning | null) => void;
}

export function ImportTypes({ unknown, types, onMap }: ImportTypesProps) {
  const typeNames = [...new Set([...Object.keys(types), ...unknown.map(({ type }) => type)])];
  if (typeNames.length === 0) return null;
  return (
    <Stack gap={6}>
      <Text component="h3" fw={600} fz="sm">
        Meaning of these transaction types
      </Text>
      <SimpleGrid className={classes.choices} cols={{ base: 1, sm: 2, lg: 3 }} spacing="md" verticalSpacing="sm">
        {typeNames.map((typeName) => {
          const found = unknown.find(({ type }) => type === typeName);
          return (
            <NativeSelect
              key={typeName}
              size="xs"
              label={typeName === '' ? 'No type' : typeName}
              classNames={{ label: classes.choiceLabel, description: classes.choiceLabel }}
              description={found && `${plural(found.rows, 'row')}, first in line ${found.line} of ${found.file}`}
              data={[{ value: '', label: 'Choose a meaning' }, ...CHOICES]}
              value={types[typeName] ?? ''}
              onChange={(event) =>
                onMap(typeName, TYPE_MEANINGS.find((meaning) => meaning === event.currentTarget.value) ?? null)
              }
            />
          );
        })}
      </SimpleGrid>
    </Stack>
  );
}

const LABELS: Readonly<Record<TypeMeaning, string>> = {
  buy: 'Buy or transfer in',
  sell: 'Sell or transfer out',
  transfer_in: 'Transfer in from another portfolio of the file',
  transfer_out: 'Transfer out to another portfolio of the file',
  split: 'Split',
  merger: 'Merger',
  skip: 'No effect on positions (ignore)',
};

const CHOICES = TYPE_MEANINGS.map((value) => ({ value, label: LABELS[value] }));
