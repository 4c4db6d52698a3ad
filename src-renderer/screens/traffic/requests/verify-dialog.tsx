/** "Verify…": what a client is expected to have sent, how often, and whether it did; a failure shows what came closest. */

import { Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Verification } from '../../../../src-server/contract/control/world/journal.ts';
import { type JournalFilters, verifyRequests } from '../../../api/journal-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { HttpStatus } from '../../../components/orders/http-status.tsx';
import { choices } from '../../../components/tables/filter-choices.ts';
import { paths } from '../../../paths.ts';
import classes from '../traffic.module.css';
import type { KeyNames } from './request-columns.tsx';
import { type HowOften, newVerifyDraft, type VerifyDraft, verifyBody } from './verify-draft.ts';

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

interface VerifyOutcomeProps {
  readonly verification: Verification;
  /** Called when a link leads away from it. */
  readonly onLeave: () => void;
}

function VerifyOutcome({ verification, onLeave }: VerifyOutcomeProps) {
  const { satisfied, explanation, request_ids: ids, near_misses: misses } = verification;
  return (
    <section className={classes.verifyOutcome} aria-label="Outcome">
      <Notice tone={satisfied ? 'ok' : 'fail'}>
        <strong>{satisfied ? 'It holds.' : 'It does not hold.'}</strong> {explanation}
        {ids.length > 0 && <Matches requestIds={ids} onLeave={onLeave} />}
      </Notice>
      {misses.length > 0 && (
        <>
          <h3>What came closest</h3>
          <ol>
            {misses.map((miss) => (
              <NearMiss key={miss.entry.request_id} miss={miss} onLeave={onLeave} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

const SHOWN_MATCHES = 3;

interface MatchesProps {
  readonly requestIds: readonly string[];
  readonly onLeave: () => void;
}

function Matches({ requestIds, onLeave }: MatchesProps) {
  const latest = requestIds.slice(-SHOWN_MATCHES).reverse();
  return (
    <div>
      The latest:{' '}
      {latest.map((id) => (
        <Text
          component={Link}
          ff="monospace"
          fz="xs"
          key={id}
          to={paths.request(id)}
          className={classes.verifyMatch}
          onClick={onLeave}
        >
          {id}
        </Text>
      ))}
    </div>
  );
}

interface NearMissProps {
  readonly miss: Verification['near_misses'][number];
  readonly onLeave: () => void;
}

function NearMiss({ miss: { entry, differences, score }, onLeave }: NearMissProps) {
  return (
    <li>
      <HttpStatus status={entry.status} /> <strong>{entry.method}</strong>{' '}
      <Text component={Link} ff="monospace" fz="xs" to={paths.request(entry.request_id)} onClick={onLeave}>
        {entry.path}
      </Text>{' '}
      <Text span c="dimmed">
        {Math.round(score * 100)} % of what was said holds
      </Text>
      <ul>
        {differences.map((difference) => (
          <li key={difference}>{difference}</li>
        ))}
      </ul>
    </li>
  );
}
