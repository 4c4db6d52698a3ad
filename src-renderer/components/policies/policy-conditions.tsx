/** The part of a policy's form that edits its conditions, one in each row. */

import { ActionIcon, Button, Fieldset, Group, Input, Stack } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { BOUNDS } from '../../../src-server/contract/fields/number-bounds.ts';
import { FieldGroup, fieldsOf, useRowError } from '../forms/fields.tsx';
import { fieldBounds, PERCENT_FIELD } from '../forms/number-text.ts';
import { NumericInput } from '../forms/numeric-input.tsx';
import { useFocusAfterRemoval } from '../forms/use-focus-after-removal.ts';
import { Dimmed } from '../layout/dimmed.tsx';
import { afterOpenText, minutesAfterOpen } from './duration-text.ts';
import { type Band, type ConditionDraft, MAX_CONDITIONS, newCondition, type Reason } from './policy-draft.ts';
import { useNumberInText } from './use-number-in-text.ts';

const { Field, NumberField, SelectField } = fieldsOf<ConditionDraft>();

const REASONS: readonly { readonly value: Reason; readonly label: string }[] = [
  { value: 'calendar', label: 'on dates' },
  { value: 'drift', label: 'at a drift' },
  { value: 'cash_flow', label: 'after a cash flow' },
];
const EVERY = [
  { value: 'month', label: 'every month' },
  { value: 'quarter', label: 'every quarter' },
  { value: 'year', label: 'every year' },
];
const DAYS = [
  { value: 'first', label: 'first trading day' },
  { value: 'last', label: 'last trading day' },
  ...Array.from({ length: 28 }, (_, index) => ({ value: String(index + 1), label: `day ${index + 1}` })),
];
const BANDS: readonly { readonly value: Band; readonly label: string }[] = [
  { value: 'absolute', label: 'a position, in per cent of the portfolio' },
  { value: 'relative', label: 'a position, in per cent of its target' },
  { value: 'portfolio', label: 'the portfolio as a whole' },
];

interface PolicyConditionsProps {
  readonly when: readonly ConditionDraft[];
  readonly is525: boolean;
  readonly onChange: (when: readonly ConditionDraft[]) => void;
}

export function PolicyConditions({ when, is525, onChange }: PolicyConditionsProps) {
  const add = useFocusAfterRemoval(when.length);
  return (
    <Input.Wrapper
      label="When"
      labelElement="div"
      description="The policy rebalances when any of these conditions is met. Cash has no band of its own: a deposit is invested by the condition “after a cash flow”, or else at the next rebalance."
      inputWrapperOrder={['label', 'description', 'input']}
    >
      <Stack gap="sm" mt={6}>
        {when.map((condition, index) => (
          <FieldGroup key={condition.id} name={`when.${index}`} pointer={`/when/${index}`}>
            <ConditionRow
              {...{ condition, is525 }}
              number={index + 1}
              onRemove={() => onChange(when.filter(({ id }) => id !== condition.id))}
            />
          </FieldGroup>
        ))}
        {when.length < MAX_CONDITIONS && (
          <Button
            ref={add}
            variant="default"
            style={{ alignSelf: 'start' }}
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange([...when, newCondition(when)])}
          >
            Add a condition
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  );
}

interface ConditionRowProps {
  readonly condition: ConditionDraft;
  readonly is525: boolean;
  /** Counted from 1. */
  readonly number: number;
  readonly onRemove: () => void;
}

function ConditionRow({ condition: { reason, band }, is525, number, onRemove }: ConditionRowProps) {
  const error = useRowError();
  return (
    <Fieldset variant="unstyled" aria-label={`Condition ${number}`}>
      <Group gap="sm" wrap="nowrap" align="start">
        <SelectField name="reason" w={150} aria-label="Reason" data={[...REASONS]} pointer={[]} />
        {reason === 'calendar' && <CalendarFields />}
        {reason === 'drift' &&
          (is525 ? <Dimmed style={REST}>beyond the 5/25 band</Dimmed> : <DriftFields band={band} />)}
        {reason === 'cash_flow' && <Dimmed style={REST}>at once, or at the next opening</Dimmed>}
        <ActionIcon size={30} aria-label={`Remove condition ${number}`} onClick={onRemove}>
          <IconTrash size={14} aria-hidden />
        </ActionIcon>
      </Group>
      {error !== null && <Input.Error mt="xs">{error}</Input.Error>}
    </Fieldset>
  );
}

const MINUTES = fieldBounds(BOUNDS.afterOpenMs, { wirePerUnit: 60_000, decimals: 0 });

const MINUTES_IN_TEXT = { read: minutesAfterOpen, write: afterOpenText };

interface MinutesInputProps {
  /** `open+30m`. */
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (value: string) => void;
}

function MinutesInput({ value, error, onChange }: MinutesInputProps) {
  const [minutes, setMinutes] = useNumberInText(value, onChange, MINUTES_IN_TEXT);
  return (
    <NumericInput
      w={56}
      styles={{ error: { whiteSpace: 'nowrap' } }}
      aria-label="Minutes after the open"
      placeholder="30"
      {...MINUTES}
      step={5}
      value={minutes}
      error={error}
      onChange={setMinutes}
    />
  );
}

/** Takes the rest of the row, aligned with its fields. */
const REST = { flex: 1, lineHeight: '30px' };

function CalendarFields() {
  return (
    <>
      <SelectField name="every" flex={1} aria-label="How often" data={EVERY} pointer="/calendar/every" />
      <SelectField name="day" flex={1} aria-label="Day" data={DAYS} pointer="/calendar/day" />
      <Field name="at" pointer="/calendar/at">
        {({ value, error, onChange }) => <MinutesInput {...{ value, error, onChange }} />}
      </Field>
      <Dimmed style={{ lineHeight: '30px', whiteSpace: 'nowrap' }} aria-hidden>
        min after the open
      </Dimmed>
    </>
  );
}

function DriftFields({ band }: { readonly band: Band }) {
  return (
    <>
      <SelectField
        name="band"
        flex={2}
        aria-label="Drift of"
        data={[...BANDS]}
        pointer={['/drift/band_type', '/drift/trigger']}
      />
      <NumberField
        name="threshold"
        required
        flex={1}
        aria-label={band === 'portfolio' ? 'Threshold, in per cent of the portfolio' : 'Threshold, in per cent'}
        unit="%"
        {...fieldBounds(BOUNDS.driftThreshold, { ...PERCENT_FIELD, decimals: 4 })}
        pointer="/drift/threshold"
      />
    </>
  );
}
