/** Which requests or webhooks a fault is about: what is chosen at hand, and query, headers and body by lines. */
import { ActionIcon, Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useApiKeys } from '../../../api/accounts-api.ts';
import { useWebhooks } from '../../../api/webhooks-api.ts';
import { FieldGroup, fieldsOf } from '../../../components/forms/fields.tsx';
import { METHODS } from '../../../components/tables/filter-choices.ts';
import { shortUrl } from '../../../components/webhooks/endpoint-label.ts';
import { OPERATION_NAMES } from '../../../components/webhooks/operation-names.ts';
import { WEBHOOK_TYPES } from '../../../components/webhooks/webhook-types.ts';
import {
  BODY_OPERATORS,
  type MatchDraft,
  type NamedMatch,
  OPERATORS,
  type Operator,
  TEXT_OPERATORS,
} from './wire-fault-draft.ts';
import classes from './wire-faults.module.css';

const { Field, TextField, SelectField, ManyField } = fieldsOf<MatchDraft>();
const { TextField: PathValueField, SelectField: PathOperatorField } = fieldsOf<MatchDraft['path']>();

export function RequestMatchFields() {
  const keys = useApiKeys();
  const keyChoices = (keys.data?.keys ?? []).map(({ key_id: value, name: label }) => ({ value, label }));
  return (
    <FieldGroup name="match" pointer="/match">
      <fieldset className={classes.wireFaultMatch}>
        <legend>Only requests that are</legend>
        <div className={classes.wireFaultRow}>
          <SelectField name="operation" label="Operation" data={[ANY, ...OPERATION_NAMES]} />
          <SelectField name="method" label="Method" data={[ANY, ...METHODS]} />
          <SelectField name="form" label="Form" data={FORMS} />
        </div>
        <SelectField
          name="keyId"
          pointer="/key_id"
          label="With the key"
          data={[ANY, ...keyChoices]}
          description={keys.isError ? 'The keys could not be read.' : null}
        />
        <FieldGroup name="path" pointer="/path">
          <div className={classes.wireFaultPath}>
            <PathOperatorField
              name="way"
              label="Path"
              data={TEXT_OPERATORS.map((way) => ({ value: way, label: WAY_LABELS[way] }))}
            />
            <PathValueField
              name="value"
              pointer=""
              aria-label="Path to compare with"
              placeholder="any, or like */rebalance/*"
            />
          </div>
        </FieldGroup>
        <Group gap="sm" align="stretch">
          <Field name="query">
            {(input) => (
              <NamedMatchRows {...{ what: 'query parameter', placeholder: 'isin', ways: OPERATORS, ...input }} />
            )}
          </Field>
          <Field name="headers">
            {(input) => (
              <NamedMatchRows {...{ what: 'header', placeholder: 'user-agent', ways: OPERATORS, ...input }} />
            )}
          </Field>
          <Field name="body">
            {(input) => (
              <NamedMatchRows
                {...{ what: 'body value', placeholder: '/portfolio_id', ways: BODY_OPERATORS, ...input }}
              />
            )}
          </Field>
        </Group>
      </fieldset>
    </FieldGroup>
  );
}

export function WebhookMatchFields({ match }: { readonly match: MatchDraft }) {
  const webhooks = useWebhooks();
  const endpoints = (webhooks.data?.webhooks ?? []).map(({ webhook_id: value, url }) => ({
    value,
    label: shortUrl(url),
  }));
  return (
    <FieldGroup name="match" pointer="/match">
      <fieldset className={classes.wireFaultMatch}>
        <legend>Only webhooks that are</legend>
        <SelectField
          name="webhookId"
          pointer="/webhook_id"
          label="To the endpoint"
          data={[ANY, ...endpoints]}
          description={webhooks.isError ? 'The endpoints could not be read.' : null}
        />
        <ManyField
          name="types"
          label="Of the types"
          placeholder={match.types.length === 0 ? 'any' : ''}
          data={[...WEBHOOK_TYPES]}
        />
        <TextField name="eventId" pointer="/event_id" label="Of the event" placeholder="any" />
      </fieldset>
    </FieldGroup>
  );
}

const ANY = { value: '', label: 'any' };

const FORMS = [
  ANY,
  { value: 'A', label: 'Form A' },
  { value: 'B', label: 'Form B' },
  { value: 'both', label: '/v1 (both)' },
];

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

function NamedMatchRows({ what, placeholder, ways, value: rows, error, onChange }: NamedMatchRowsProps) {
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

const WAY_LABELS: Readonly<Record<Operator, string>> = {
  is: 'is',
  contains: 'contains',
  glob: 'is like (* ?)',
  pattern: 'matches regex',
  present: 'is there',
  absent: 'is not there',
};
