/** "Verify…": what a client is expected to have sent, how often, and whether it did; a failure shows what came closest. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Verification } from '../../../../src-server/contract/control/world/journal.ts';
import { verifyRequests } from '../../../api/journal-calls.ts';
import type { JournalFilters } from '../../../api/journal-filters.ts';
import type { FormBody } from '../../../api/market-calls.ts';
import { fieldErrors } from '../../../components/forms/field-errors.ts';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import type { KeyNames } from './request-columns.tsx';
import { newVerifyDraft, verifyBody } from './verify-draft.ts';
import { VerifyFields } from './verify-fields.tsx';
import { VerifyOutcome } from './verify-outcome.tsx';

interface VerifyDialogProps {
  readonly filters: JournalFilters;
  readonly keyNames: KeyNames;
  readonly onClose: () => void;
}

const FIELDS = [
  ...['method', 'operation', 'form', 'key_id', 'path', 'status', 'headers', 'body'].map((name) => `/match/${name}`),
  ...['/count', '/at_least', '/at_most'],
];

export function VerifyDialog({ filters, keyNames, onClose }: VerifyDialogProps) {
  const [draft, setDraft] = useState(() => newVerifyDraft(filters));
  const verify = useMutation<Verification, Error, FormBody>({ mutationFn: verifyRequests });
  const errors = fieldErrors(verify.error, FIELDS);
  return (
    <FormDialog
      title="Verify what came"
      size={720}
      submitLabel="Verify"
      outcome="Looks through the journal; changes nothing."
      isPending={verify.isPending}
      problems={errors.elsewhere}
      onSubmit={() => verify.mutate(verifyBody(draft))}
      onClose={onClose}
    >
      <VerifyFields
        draft={draft}
        keyNames={keyNames}
        errors={errors}
        onChange={(change) => {
          setDraft({ ...draft, ...change });
          // What was answered was about something else.
          verify.reset();
        }}
      />
      {verify.data !== undefined && <VerifyOutcome verification={verify.data} onLeave={onClose} />}
    </FormDialog>
  );
}
