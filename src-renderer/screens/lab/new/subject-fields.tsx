/** The subject of a lab run: portfolios, the horizon, the interval of checks, and the price paths. */

import { Button, Group, Input, SegmentedControl, SimpleGrid, Stack } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { BOUNDS } from '../../../../src-server/contract/fields/number-bounds.ts';
import { plural } from '../../../components/format/format-number.ts';
import { ChoiceField } from '../../../components/forms/choice-field.tsx';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { fieldBounds } from '../../../components/forms/number-text.ts';
import { LazyImportDialog } from '../../../components/imports/lazy-import-dialog.tsx';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { type Choosable, type Horizon, type LabDraft, type OwnHistory, ownHistory } from './lab-draft.ts';

const { Field, InstantField, ManyField, NumberField, TextField } = fieldsOf<LabDraft>();

const HORIZONS: { value: Horizon; label: string }[] = [
  { value: '1', label: '1 year' },
  { value: '3', label: '3 years' },
  { value: '5', label: '5 years' },
  { value: '10', label: '10 years' },
  { value: 'date', label: 'until …' },
];
const CHECKS: readonly { value: LabDraft['check']; label: string; meaning: string }[] = [
  { value: 'day', label: 'every day', meaning: 'Most precise, but slowest to compute.' },
  { value: 'week', label: 'every week', meaning: 'Once a week: drift within the week is not seen.' },
  {
    value: 'month',
    label: 'every month',
    meaning: 'Once a month: fastest to compute; drift within the month is not seen.',
  },
];
const PRICES: readonly { value: LabDraft['prices']; label: string; meaning: string }[] = [
  {
    value: 'simulated',
    label: 'simulated',
    meaning: 'Many paths of the price model, from the current time of the world. They have no trend.',
  },
  {
    value: 'own',
    label: 'own history',
    meaning: 'One path: your own prices from files, on the dates in the files.',
  },
];
interface SubjectFieldsProps {
  readonly choosable: readonly Choosable[];
  readonly draft: LabDraft;
  /** The name of the run if none is typed. */
  readonly defaultName: string;
  readonly onHistory: (history: OwnHistory | null) => void;
}

export function SubjectFields({ choosable, draft, defaultName, onHistory }: SubjectFieldsProps) {
  return (
    <Stack gap="md">
      <ManyField
        name="portfolios"
        label="Portfolios"
        searchable
        data={choosable.map(({ portfolio_id: value, label }) => ({ value, label }))}
        nothingFoundMessage="No portfolio with targets matches."
      />
      <Field name="prices" pointer={[]}>
        {(input) => <ChoiceField label="Prices" choices={PRICES} {...input} />}
      </Field>
      {draft.prices === 'own' ? <HistoryField {...{ draft, onHistory }} /> : <SimulatedFields draft={draft} />}
      <Field name="check">{(input) => <ChoiceField label="Check portfolios" choices={CHECKS} {...input} />}</Field>
      <TextField name="name" label="Name" placeholder={defaultName} maxLength={200} />
    </Stack>
  );
}

function SimulatedFields({ draft: { horizon } }: Pick<SubjectFieldsProps, 'draft'>) {
  return (
    <>
      <Field name="horizon" pointer={horizon === 'date' ? [] : '/to'}>
        {({ value, error, onChange }) => (
          <Input.Wrapper label="Horizon" description="From the current time of the world." error={error}>
            <SegmentedControl<Horizon>
              fullWidth
              mt="xs"
              aria-label="Horizon"
              data={HORIZONS}
              value={value}
              onChange={onChange}
            />
          </Input.Wrapper>
        )}
      </Field>
      {horizon === 'date' && <InstantField name="until" isFuture pointer="/to" label="Until, virtual UTC" />}
      <SimpleGrid cols={2} spacing="md">
        <NumberField
          name="paths"
          required
          pointer={['/paths/seeds', '/paths']}
          label="Paths"
          description="Number of simulated price paths"
          {...fieldBounds(BOUNDS.labSimulations)}
        />
        <NumberField
          name="firstSeed"
          required
          pointer={[]}
          label="First seed"
          description="The same seeds give the same paths"
          {...fieldBounds(BOUNDS.seed)}
        />
      </SimpleGrid>
    </>
  );
}

function HistoryField({ draft: { history }, onHistory }: Pick<SubjectFieldsProps, 'draft' | 'onHistory'>) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const chosenFiles =
    history === null
      ? 'No files are chosen yet.'
      : `${plural(history.series, 'series', 'series')}, all with prices from ${history.from} to ${history.until}.`;
  return (
    <Field name="history" pointer={['/paths/import', '/from', '/to']}>
      {({ error }) => (
        <Input.Wrapper label="Price history" description={chosenFiles} error={error} labelElement="div">
          <Group mt={6}>
            <Button
              variant="default"
              leftSection={<IconFileImport size={14} aria-hidden />}
              onClick={() => setOpen(true)}
            >
              {history === null ? 'Choose files…' : 'Choose other files…'}
            </Button>
            <Dimmed>Listings without a file get simulated prices.</Dimmed>
          </Group>
          {isOpen && (
            <LazyImportDialog
              kind="history"
              onUse={(files, report) => {
                onHistory(ownHistory(files, report));
                close();
              }}
              onClose={close}
            />
          )}
        </Input.Wrapper>
      )}
    </Field>
  );
}
