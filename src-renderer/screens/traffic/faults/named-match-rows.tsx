/** Lines that each say of one named thing, a header or a value of the body, what it has to be like. */
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { NamedMatch, Operator } from './match-draft.ts';
import { WAY_LABELS } from './way-labels.ts';
import classes from './wire-faults.module.css';

interface NamedMatchRowsProps {
  /** "header" */
  readonly what: string;
  readonly placeholder: string;
  readonly ways: readonly Operator[];
  readonly value: readonly NamedMatch[];
  /** What is wrong with them, whichever it is. */
  readonly error: string | null;
  readonly onChange: (rows: readonly NamedMatch[]) => void;
}

export function NamedMatchRows({ what, placeholder, ways, value: rows, error, onChange }: NamedMatchRowsProps) {
  const add = () => {
    const id = Math.max(0, ...rows.map((row) => row.id)) + 1;
    onChange([...rows, { id, name: '', way: 'is', value: '' }]);
  };
  return (
    <div className={classes.namedMatches} data-filled={rows.length > 0 ? '' : undefined}>
      {rows.map((row) => (
        <NamedMatchRow
          key={row.id}
          {...{ what, placeholder, ways, row }}
          onChange={(part) => onChange(rows.map((each) => (each.id === row.id ? { ...each, ...part } : each)))}
          onRemove={() => onChange(rows.filter((each) => each.id !== row.id))}
        />
      ))}
      {error !== null && <div className={classes.namedMatchError}>{error}</div>}
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconPlus size={12} aria-hidden />}
        onClick={add}
      >{`A ${what}`}</Button>
    </div>
  );
}

interface NamedMatchRowProps extends Pick<NamedMatchRowsProps, 'what' | 'placeholder' | 'ways'> {
  readonly row: NamedMatch;
  readonly onChange: (part: Partial<NamedMatch>) => void;
  readonly onRemove: () => void;
}

function NamedMatchRow({ what, placeholder, ways, row, onChange, onRemove }: NamedMatchRowProps) {
  const needsValue = row.way !== 'present' && row.way !== 'absent';
  return (
    <div className={classes.namedMatch}>
      <TextInput
        aria-label={`Name of the ${what}`}
        placeholder={placeholder}
        value={row.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label={`How the ${what} is compared`}
        data={ways.map((way) => ({ value: way, label: WAY_LABELS[way] }))}
        value={row.way}
        onChange={(event) => onChange({ way: event.currentTarget.value as Operator })}
      />
      <TextInput
        aria-label={`Value of the ${what}`}
        disabled={!needsValue}
        value={needsValue ? row.value : ''}
        onChange={(event) => onChange({ value: event.currentTarget.value })}
      />
      <ActionIcon size="sm" aria-label={`Remove the ${what} ${row.name}`} onClick={onRemove}>
        <IconX size={12} />
      </ActionIcon>
    </div>
  );
}
