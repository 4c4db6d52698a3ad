/** Which requests a fault is about: operation, key, method, path and form at hand; query, headers and body by lines. */
import { NativeSelect, TextInput } from '@mantine/core';
import { useApiKeys } from '../../../api/queries.ts';
import { METHODS } from '../../../components/tables/filter-choices.ts';
import { OPERATION_NAMES } from '../../../components/webhooks/operation-names.ts';
import { BODY_OPERATORS, type MatchDraft, OPERATORS, type Operator, TEXT_OPERATORS } from './match-draft.ts';
import { NamedMatchRows } from './named-match-rows.tsx';
import { WAY_LABELS } from './way-labels.ts';
import type { WireFaultFieldsProps } from './wire-fault-fields-props.ts';

export function RequestMatchFields({ draft, errors, set }: WireFaultFieldsProps) {
  const { match } = draft;
  const change = (part: Partial<MatchDraft>) => set({ match: { ...match, ...part } });
  return (
    <fieldset className="wire-fault-match">
      <legend>Only requests that are</legend>
      <div className="wire-fault-row">
        <NativeSelect
          label="Operation"
          data={[{ value: '', label: 'any' }, ...OPERATION_NAMES]}
          value={match.operation}
          error={errors.at('/match/operation')}
          onChange={(event) => change({ operation: event.currentTarget.value })}
        />
        <NativeSelect
          label="Method"
          data={[{ value: '', label: 'any' }, ...METHODS]}
          value={match.method}
          error={errors.at('/match/method')}
          onChange={(event) => change({ method: event.currentTarget.value })}
        />
        <NativeSelect
          label="Form"
          data={FORMS}
          value={match.form}
          error={errors.at('/match/form')}
          onChange={(event) => change({ form: event.currentTarget.value })}
        />
      </div>
      <KeySelect match={match} error={errors.at('/match/key_id')} onChange={(keyId) => change({ keyId })} />
      <div className="wire-fault-path">
        <NativeSelect
          label="Path"
          data={TEXT_OPERATORS.map((way) => ({ value: way, label: WAY_LABELS[way] }))}
          value={match.path.way}
          onChange={(event) => change({ path: { ...match.path, way: event.currentTarget.value as Operator } })}
        />
        <TextInput
          aria-label="Path to compare with"
          placeholder="any, or like */rebalance/*"
          value={match.path.value}
          error={errors.at('/match/path')}
          onChange={(event) => change({ path: { ...match.path, value: event.currentTarget.value } })}
        />
      </div>
      <div className="named-match-groups">
        <NamedMatchRows
          {...{ what: 'query parameter', placeholder: 'isin', ways: OPERATORS, rows: match.query }}
          error={errors.at('/match/query')}
          onChange={(query) => change({ query })}
        />
        <NamedMatchRows
          {...{ what: 'header', placeholder: 'user-agent', ways: OPERATORS, rows: match.headers }}
          error={errors.at('/match/headers')}
          onChange={(headers) => change({ headers })}
        />
        <NamedMatchRows
          {...{ what: 'body value', placeholder: '/portfolio_id', ways: BODY_OPERATORS, rows: match.body }}
          error={errors.at('/match/body')}
          onChange={(body) => change({ body })}
        />
      </div>
    </fieldset>
  );
}

const FORMS = [
  { value: '', label: 'any' },
  { value: 'A', label: 'Form A' },
  { value: 'B', label: 'Form B' },
  { value: 'both', label: '/v1 (both)' },
];

interface KeySelectProps {
  readonly match: MatchDraft;
  readonly error: string | null;
  readonly onChange: (keyId: string) => void;
}

function KeySelect({ match, error, onChange }: KeySelectProps) {
  const keys = useApiKeys().data?.keys ?? [];
  return (
    <NativeSelect
      label="With the key"
      data={[{ value: '', label: 'any' }, ...keys.map(({ key_id: value, name: label }) => ({ value, label }))]}
      value={match.keyId}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
