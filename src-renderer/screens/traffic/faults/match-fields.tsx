/** The requests or webhooks that a fault affects: common criteria as choices, and query, headers and body as lines. */
import { ActionIcon, Button, Group, Input, Stack } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { WEBHOOK_TYPES } from '../../../../src-server/contract/fields/listed-choices.ts';
import { useApiKeys } from '../../../api/accounts-api.ts';
import { useWebhooks } from '../../../api/webhooks-api.ts';
import { METHODS } from '../../../components/filters/filter-choices.ts';
import { FieldRow } from '../../../components/forms/field-row.tsx';
import { FieldGroup, fieldsOf } from '../../../components/forms/fields.tsx';
import { shortUrl } from '../../../components/webhooks/endpoint-label.ts';
import { OPERATION_NAMES } from '../../../components/webhooks/operation-names.ts';
import type { BodyOperator, MatchDraft, NamedMatch, Operator } from './wire-fault-draft.ts';
import classes from './wire-faults.module.css';

const { Field, TextField, SelectField, ManyField } = fieldsOf<MatchDraft>();
const { TextField: NamedTextField, SelectField: WayField } = fieldsOf<NamedMatch>();
const { TextField: PathField, SelectField: PathWayField } = fieldsOf<MatchDraft['path']>();

const ANY = { value: '', label: 'any' };

const FORMS = [
  ANY,
  { value: 'A', label: 'Form A' },
  { value: 'B', label: 'Form B' },
  { value: 'both', label: '/v1 (both)' },
];

const WAYS: { value: Operator; label: string }[] = [
  { value: 'is', label: 'is' },
  { value: 'contains', label: 'contains' },
  { value: 'glob', label: 'matches (* ?)' },
  { value: 'pattern', label: 'matches regex' },
  { value: 'present', label: 'is present' },
  { value: 'absent', label: 'is missing' },
];
/** A path always exists. */
const BODY_WAYS: { value: BodyOperator; label: string }[] = [...WAYS, { value: 'approx', label: 'is approximately' }];
const PATH_WAYS = WAYS.filter(({ value }) => value !== 'present' && value !== 'absent');

export function RequestMatchFields() {
  const keys = useApiKeys();
  const keyChoices = (keys.data?.keys ?? []).map(({ key_id: value, name: label }) => ({ value, label }));
  return (
    <FieldGroup name="match" pointer="/match">
      <fieldset className={classes.fieldset}>
        <legend>Only requests that match</legend>
        <FieldRow>
          <SelectField name="operation" label="Operation" data={[ANY, ...OPERATION_NAMES]} />
          <SelectField name="method" label="Method" data={[ANY, ...METHODS]} />
          <SelectField name="form" label="Form" data={FORMS} />
        </FieldRow>
        <SelectField
          name="key_id"
          label="With the key"
          data={[ANY, ...keyChoices]}
          description={keys.isError ? 'The keys could not be loaded.' : null}
        />
        <FieldGroup name="path" pointer="/path">
          <FieldRow columns="132px minmax(0, 1fr)">
            <PathWayField name="way" label="Path" data={PATH_WAYS} />
            <PathField name="value" pointer="" aria-label="Path" placeholder="any path, or for example */rebalance/*" />
          </FieldRow>
        </FieldGroup>
        <Group gap="sm" align="stretch">
          <NamedMatches name="query" what="query parameter" placeholder="isin" />
          <NamedMatches name="headers" what="header" placeholder="user-agent" />
          <NamedMatches name="body" what="body value" placeholder="/portfolio_id" />
        </Group>
      </fieldset>
    </FieldGroup>
  );
}

export function WebhookMatchFields({ match }: { readonly match: MatchDraft }) {
  const { data, isError } = useWebhooks();
  const endpoints = data?.webhooks.map(({ webhook_id: value, url }) => ({ value, label: shortUrl(url) })) ?? [];
  return (
    <FieldGroup name="match" pointer="/match">
      <fieldset className={classes.fieldset}>
        <legend>Only webhooks that match</legend>
        <SelectField
          name="webhook_id"
          label="To the endpoint"
          data={[ANY, ...endpoints]}
          description={isError ? 'The endpoints could not be loaded.' : null}
        />
        <ManyField
          name="types"
          label="Of the types"
          placeholder={match.types.length === 0 ? 'any' : ''}
          data={[...WEBHOOK_TYPES]}
        />
        <TextField name="event_id" label="Of the webhook event" placeholder="any" />
      </fieldset>
    </FieldGroup>
  );
}

interface NamedMatchesProps {
  readonly name: 'query' | 'headers' | 'body';
  /** "header" */
  readonly what: string;
  readonly placeholder: string;
}

/** Shows the issues of all its rows below them. */
function NamedMatches({ name, what, placeholder }: NamedMatchesProps) {
  return (
    <Field name={name}>
      {({ value: rows, error, onChange }) => {
        const id = Math.max(0, ...rows.map((row) => row.id)) + 1;
        return (
          <Stack gap="xs" align="start" flex={rows.length > 0 ? '1 1 100%' : undefined}>
            {rows.map((row, index) => (
              <FieldGroup key={row.id} name={`${name}.${index}`} pointer="">
                <NamedMatchRow
                  {...{ row, name, what, placeholder }}
                  onRemove={() => onChange(rows.filter((each) => each !== row))}
                />
              </FieldGroup>
            ))}
            {error !== null && <Input.Error>{error}</Input.Error>}
            <Button
              size="compact-xs"
              variant="subtle"
              leftSection={<IconPlus size={12} aria-hidden />}
              onClick={() => onChange([...rows, { id, name: '', way: 'is', value: '', within: '' }])}
            >{`A ${what}`}</Button>
          </Stack>
        );
      }}
    </Field>
  );
}

interface NamedMatchRowProps extends NamedMatchesProps {
  readonly row: NamedMatch;
  readonly onRemove: () => void;
}

function NamedMatchRow({ row, name, what, placeholder, onRemove }: NamedMatchRowProps) {
  const hasNoValue = row.way === 'present' || row.way === 'absent';
  return (
    <Group gap="sm" wrap="nowrap" w="100%">
      <NamedTextField name="name" pointer={[]} flex={1} aria-label={`Name of the ${what}`} placeholder={placeholder} />
      <WayField
        name="way"
        pointer={[]}
        w={116}
        aria-label={`How the ${what} is compared`}
        data={name === 'body' ? BODY_WAYS : WAYS}
      />
      <NamedTextField
        name="value"
        pointer={[]}
        flex={1}
        aria-label={`Value of the ${what}`}
        {...(hasNoValue ? { disabled: true, value: '' } : {})}
      />
      {row.way === 'approx' && (
        <NamedTextField
          name="within"
          pointer={[]}
          w={88}
          leftSection="±"
          aria-label={`How far the ${what} may be from it`}
        />
      )}
      <ActionIcon size="sm" aria-label={`Remove the ${what} ${row.name}`} onClick={onRemove}>
        <IconX size={12} />
      </ActionIcon>
    </Group>
  );
}
