/**
 * The varied values of a sweep: rows of a value of the file, chosen by its name or by a JSON pointer, and its
 * alternatives.
 */

import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { ControlResponse } from '../../../../src-server/contract/control/control-routes.ts';
import { useScenarioText } from '../../../api/runs/scenarios-api.ts';
import { PickOne } from '../../../components/forms/picker.tsx';
import { whenReleased } from '../../../components/forms/unread-field.ts';
import { rowProblem, type VariedRow } from './vary-draft.ts';

type Field = ControlResponse<'GET /scenarios/{file}'>['fields'][number];

interface VariedValuesProps {
  readonly file: string;
  readonly rows: readonly VariedRow[];
  /** The service's refusal. */
  readonly error: string | null;
  readonly onChange: (rows: readonly VariedRow[]) => void;
}

export function VariedValues({ file, rows, error, onChange }: VariedValuesProps) {
  const fields = useScenarioText(file).data?.fields ?? [];
  const change = (key: number, news: Partial<VariedRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...news } : row)));
  const add = () =>
    onChange([...rows, { key: Math.max(0, ...rows.map(({ key }) => key)) + 1, target: '', values: '' }]);
  return (
    <Input.Wrapper
      label="Varied values"
      labelElement="div"
      description="Every combination is run with every seed."
      error={error}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      <Stack gap="sm" mt={6} role="group" aria-label="Varied values">
        {rows.map((row, index) => (
          <VariedValue
            key={row.key}
            number={index + 1}
            row={row}
            fields={fields.filter(({ place }) => place === row.target || rows.every((each) => each.target !== place))}
            onChange={(news) => change(row.key, news)}
            onRemove={() => onChange(rows.filter(({ key }) => key !== row.key))}
          />
        ))}
        <Button
          variant="default"
          style={{ alignSelf: 'start' }}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={add}
        >
          Vary {rows.length === 0 ? 'a value' : 'another value'}
        </Button>
      </Stack>
    </Input.Wrapper>
  );
}

interface VariedValueProps {
  /** Counted from 1. */
  readonly number: number;
  readonly row: VariedRow;
  /** Fields that no other row has. */
  readonly fields: readonly Field[];
  readonly onChange: (news: Partial<VariedRow>) => void;
  readonly onRemove: () => void;
}

function VariedValue({ number, row, fields, onChange, onRemove }: VariedValueProps) {
  const [typed, setTyped] = useState('');
  // A field that was not left yet is still being filled in.
  const [isLeft, setLeft] = useState(false);
  const field = fields.find(({ place }) => place === row.target);
  const problem = rowProblem(row);
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <PickOne
        flex={3}
        size="xs"
        searchable
        aria-label={`Value ${number}`}
        placeholder="Find a value of the file, or type /a/json/pointer"
        data={groupsOf(fields, row.target, typed)}
        limit={80}
        nothingFoundMessage="The file has no such value. A JSON pointer starts with /."
        value={row.target === '' ? null : row.target}
        error={problem?.at === 'target' ? problem.text : null}
        onSearchChange={setTyped}
        onChange={(target) => onChange({ target: target ?? '' })}
      />
      <TextInput
        flex={2}
        aria-label={`What value ${number} takes`}
        placeholder={placeholderOf(field, fields)}
        value={row.values}
        error={problem?.at === 'values' && (isLeft || row.values !== '') ? problem.text : null}
        onBlur={() => whenReleased(() => setLeft(true))}
        onChange={(event) => onChange({ values: event.currentTarget.value })}
      />
      <ActionIcon size={30} aria-label={`Do not vary value ${number}`} onClick={onRemove}>
        <IconTrash size={14} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

/** `now 0.15; for instance 0.075, 0.3`; a value that names a variable, such as `${share}`, is that of the variable. */
function placeholderOf(field: Field | undefined, fields: readonly Field[]): string {
  if (field === undefined) return 'values, separated by commas';
  const [, variable] = /^\$\{(.+)\}$/.exec(String(field.value)) ?? [];
  const value = fields.find(({ place }) => place === variable)?.value ?? field.value;
  const number = Number(value);
  const isNumber = String(value).trim() !== '' && Number.isFinite(number) && number !== 0;
  const others = [number / 2, number * 2].map((other) => Number(other.toPrecision(3)));
  return `now ${value}; ${isNumber ? `for example ${others.join(', ')}` : 'other values, separated by commas'}`;
}

const MAX_VALUE_CHARACTERS = 40;

function groupsOf(fields: readonly Field[], target: string, typed: string) {
  const itemsIn = (group: string) =>
    fields.filter((field) => groupOf(field) === group).map((field) => ({ value: field.place, label: labelOf(field) }));
  const own = [target, typed].filter((each) => each.startsWith('/') && fields.every((field) => field.place !== each));
  return [
    ...['Variables', 'Clock and world', 'Steps'].map((group) => ({ group, items: itemsIn(group) })),
    { group: 'JSON pointer', items: [...new Set(own)].map((value) => ({ value, label: value })) },
  ].filter(({ items }) => items.length > 0);
}

function groupOf({ place }: Field): string {
  if (!place.startsWith('/')) return 'Variables';
  return place.startsWith('/steps/') ? 'Steps' : 'Clock and world';
}

function labelOf({ label, value }: Field): string {
  const text = String(value);
  return `${label} – ${text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS)}…` : text}`;
}
