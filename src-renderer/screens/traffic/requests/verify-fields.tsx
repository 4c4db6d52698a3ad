/** The fields of "Verify…": what a request has to be like, all of which has to hold, and how many such there have to be. */
import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import type { FieldErrors } from '../../../components/forms/field-errors.ts';
import { choices } from '../../../components/tables/filter-choices.ts';
import type { KeyNames } from './request-columns.tsx';
import type { HowOften, VerifyDraft } from './verify-draft.ts';

interface VerifyFieldsProps {
  readonly draft: VerifyDraft;
  readonly keyNames: KeyNames;
  readonly errors: FieldErrors;
  readonly onChange: (change: Partial<VerifyDraft>) => void;
}

export function VerifyFields(props: VerifyFieldsProps) {
  return (
    <div className="verify-fields">
      <ChosenFields {...props} />
      <SaidFields {...props} />
      <TimesFields {...props} />
    </div>
  );
}

const CHOSEN = [
  { name: 'method', label: 'Method', pointer: '/match/method' },
  { name: 'operation', label: 'Operation', pointer: '/match/operation' },
  { name: 'form', label: 'Form', pointer: '/match/form' },
  { name: 'key', label: 'Key', pointer: '/match/key_id' },
] as const;

function ChosenFields({ draft, keyNames, errors, onChange }: VerifyFieldsProps) {
  const offered = choices(keyNames);
  return CHOSEN.map(({ name, label, pointer }) => (
    <NativeSelect
      key={name}
      label={label}
      data={[...(offered.find((choice) => choice.name === name)?.options ?? [])]}
      value={draft[name]}
      error={errors.at(pointer)}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  ));
}

const SAID = [
  { name: 'path', label: 'Path', about: 'With its base; * is any text.', placeholder: '/form-b/v1/rebalance/*' },
  { name: 'status', label: 'Status', about: 'Of the answer.', placeholder: '201' },
  { name: 'headerName', label: 'Header', about: 'Its name, in any case.', placeholder: 'Idempotency-Key' },
  { name: 'headerValue', label: 'Value of the header', about: 'Empty: it is there at all.', placeholder: '' },
  { name: 'pointer', label: 'Place in the body', about: 'A JSON pointer.', placeholder: '/cost_budget' },
  { name: 'value', label: 'Value in the body', about: 'JSON or text. Empty: it is there at all.', placeholder: '' },
] as const;

const POINTERS: Readonly<Record<string, string>> = {
  path: '/match/path',
  status: '/match/status',
  headerName: '/match/headers',
  pointer: '/match/body',
};

function SaidFields({ draft, errors, onChange }: VerifyFieldsProps) {
  return SAID.map(({ name, label, about, placeholder }) => (
    <TextInput
      key={name}
      className="verify-wide"
      label={label}
      description={about}
      placeholder={placeholder}
      value={draft[name]}
      error={errors.at(POINTERS[name] ?? `/no/${name}`)}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  ));
}

const HOW_OFTEN: { value: HowOften; label: string }[] = [
  { value: 'at_least', label: 'at least' },
  { value: 'count', label: 'exactly' },
  { value: 'at_most', label: 'at most' },
];

function TimesFields({ draft, errors, onChange }: VerifyFieldsProps) {
  return (
    <>
      <NativeSelect
        className="verify-wide"
        label="There have to be"
        data={HOW_OFTEN}
        value={draft.howOften}
        onChange={(event) => onChange({ howOften: event.currentTarget.value as HowOften })}
      />
      <NumberInput
        className="verify-wide"
        label="How many"
        min={0}
        allowDecimal={false}
        value={draft.times}
        error={errors.at(`/${draft.howOften}`)}
        onChange={(times) => onChange({ times })}
      />
    </>
  );
}
