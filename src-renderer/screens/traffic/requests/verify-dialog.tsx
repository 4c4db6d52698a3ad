/** "Verify…": what a client is expected to have sent, how often, and whether it did; a failure shows what came closest. */

import type { JournalFilters } from '../../../api/journal-api.ts';
import { verifyRequests } from '../../../api/journal-api.ts';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { choices } from '../../../components/tables/filter-choices.ts';
import classes from '../traffic.module.css';
import type { KeyNames } from './request-columns.tsx';
import { type HowOften, newVerifyDraft, type VerifyDraft, verifyBody } from './verify-draft.ts';
import { VerifyOutcome } from './verify-outcome.tsx';

interface VerifyDialogProps {
  readonly filters: JournalFilters;
  readonly keyNames: KeyNames;
  readonly onClose: () => void;
}

const { TextField, NumberField, SelectField } = fieldsOf<VerifyDraft>();

export function VerifyDialog({ filters, keyNames, onClose }: VerifyDialogProps) {
  const form = useServerForm({
    initial: () => newVerifyDraft(filters),
    send: (draft) => verifyRequests(verifyBody(draft)),
    readOnly: true,
    forgetsOnChange: true,
  });
  return (
    <FormDialog
      form={form}
      title="Verify what came"
      size={720}
      submitLabel="Verify"
      outcome="Looks through the journal; changes nothing."
      onClose={onClose}
    >
      <div className={classes.verifyFields}>
        <RequestFields keyNames={keyNames} />
        <TimesFields howOften={form.values.howOften} />
      </div>
      {form.answer !== undefined && <VerifyOutcome verification={form.answer} onLeave={onClose} />}
    </FormDialog>
  );
}

const CHOSEN = [
  { name: 'method', label: 'Method', pointer: '/match/method' },
  { name: 'operation', label: 'Operation', pointer: '/match/operation' },
  { name: 'form', label: 'Form', pointer: '/match/form' },
  { name: 'key', label: 'Key', pointer: '/match/key_id' },
] as const;

const EMPTY = 'Empty: it is there at all.';
const SAID = [
  { name: 'path', pointer: '/match/path', label: 'Path', description: 'With its base; * is any text.' },
  { name: 'status', pointer: '/match/status', label: 'Status', description: 'Of the answer.' },
  { name: 'headerName', pointer: '/match/headers', label: 'Header', description: 'Its name, in any case.' },
  { name: 'headerValue', pointer: [], label: 'Value of the header', description: EMPTY },
  { name: 'pointer', pointer: '/match/body', label: 'Place in the body', description: 'A JSON pointer.' },
  { name: 'value', pointer: [], label: 'Value in the body', description: `JSON or text. ${EMPTY}` },
] as const;

const EXAMPLES: Partial<Record<(typeof SAID)[number]['name'], string>> = {
  path: '/form-b/v1/rebalance/*',
  status: '201',
  headerName: 'Idempotency-Key',
  pointer: '/cost_budget',
};

/** What a request has to be like, all of which has to hold. */
function RequestFields({ keyNames }: { readonly keyNames: KeyNames }) {
  const offered = choices(keyNames);
  return (
    <>
      {CHOSEN.map((field) => (
        <SelectField
          key={field.name}
          {...field}
          data={[...(offered.find((choice) => choice.name === field.name)?.options ?? [])]}
        />
      ))}
      {SAID.map((field) => (
        <TextField
          key={field.name}
          className={classes.verifyWide}
          placeholder={EXAMPLES[field.name] ?? ''}
          {...field}
        />
      ))}
    </>
  );
}

const HOW_OFTEN: { value: HowOften; label: string }[] = [
  { value: 'at_least', label: 'at least' },
  { value: 'count', label: 'exactly' },
  { value: 'at_most', label: 'at most' },
];

/** How many such requests there have to be. */
function TimesFields({ howOften }: { readonly howOften: HowOften }) {
  return (
    <>
      <SelectField
        name="howOften"
        pointer={[]}
        className={classes.verifyWide}
        label="There have to be"
        data={HOW_OFTEN}
      />
      <NumberField
        name="times"
        pointer={`/${howOften}`}
        className={classes.verifyWide}
        label="How many"
        min={0}
        clampBehavior="blur"
        allowDecimal={false}
      />
    </>
  );
}
