/**
 * "Verify…": the expected requests of a client, their number, and whether they were sent; a failure shows the closest
 * requests.
 */

import { Box, SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Verification } from '../../../../src-server/contract/control/world/journal.ts';
import { BOUNDS } from '../../../../src-server/contract/fields/number-bounds.ts';
import { useKeyNames } from '../../../api/accounts-api.ts';
import { type JournalFilters, useHeaderNames, useJournalEntry, verifyRequests } from '../../../api/journal-api.ts';
import type { ControlCall } from '../../../components/code/control-call.ts';
import { CopyCall } from '../../../components/code/copy-call.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { choices } from '../../../components/filters/filter-choices.ts';
import { formatCount } from '../../../components/format/format-number.ts';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { fieldBounds } from '../../../components/forms/number-text.ts';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { HttpStatus } from '../../../components/orders/http-status.tsx';
import { paths } from '../../../paths.ts';
import { type HowOften, newVerifyDraft, type VerifyDraft, verifyBody } from './verify-draft.ts';

const { TextField, NumberField, SelectField } = fieldsOf<VerifyDraft>();

export function VerifyDialog({ filters, onClose }: { readonly filters: JournalFilters; readonly onClose: () => void }) {
  const form = useServerForm({
    initial: () => newVerifyDraft(filters),
    send: (draft) => verifyRequests(verifyBody(draft)),
    forgetsOnChange: true,
  });
  return (
    <FormDialog
      form={form}
      title="Verify requests"
      size={720}
      submitLabel="Verify"
      outcome="Searches the journal and changes nothing."
      also={<CopyCall callOf={() => callOf(form.values)} />}
      onClose={onClose}
    >
      <SimpleGrid cols={4}>
        <MatchFields />
        <SelectField name="howOften" pointer={[]} style={WIDE} label="Expect" data={HOW_OFTEN} />
        <NumberField
          name="times"
          required
          pointer={`/${form.values.howOften}`}
          style={WIDE}
          label="How many"
          {...fieldBounds(BOUNDS.requestCount)}
        />
      </SimpleGrid>
      {form.result !== undefined && <VerifyOutcome verification={form.result} onLeave={onClose} />}
    </FormDialog>
  );
}

function callOf(draft: VerifyDraft): ControlCall {
  const body = verifyBody(draft);
  const { match, ...times } = body;
  return { path: '/journal/verify', body, helper: 'verify', argument: { ...match, ...times } };
}

const WIDE = { gridColumn: 'span 2' };

const HOW_OFTEN: { value: HowOften; label: string }[] = [
  { value: 'at_least', label: 'at least' },
  { value: 'count', label: 'exactly' },
  { value: 'at_most', label: 'at most' },
];

const CHOSEN = ['method', 'operation', 'form', 'key', 'idempotency'] as const;
const EMPTY = 'Empty: any value.';
const TEXT_FIELDS = [
  { name: 'path', pointer: '/match/path', label: 'Path', description: 'Including the base path; * matches any text.' },
  { name: 'status', pointer: '/match/status', label: 'Status', description: 'Response status: 201, 4xx, or several.' },
  {
    name: 'headerName',
    pointer: '/match/headers',
    label: 'Header',
    description: 'Upper and lower case are treated alike.',
  },
  { name: 'headerValue', pointer: [], label: 'Value of the header', description: EMPTY },
  { name: 'pointer', pointer: '/match/body', label: 'Location in the body', description: 'A JSON pointer.' },
  { name: 'value', pointer: [], label: 'Value in the body', description: `JSON or text. ${EMPTY}` },
] as const;

const EXAMPLES: Partial<Record<(typeof TEXT_FIELDS)[number]['name'], string>> = {
  path: '/form-b/v1/rebalance/*',
  status: '201',
  headerName: 'User-Agent',
  pointer: '/cost_budget',
};

const HEADER_NAMES = 'header-names';

/** The criteria of a request, all of which must match. */
function MatchFields() {
  const all = choices(useKeyNames());
  return (
    <>
      {CHOSEN.map((name) => {
        const { label, options } = all.find((choice) => choice.name === name) ?? { label: name, options: [] };
        const pointer = `/match/${name === 'key' ? 'key_id' : name}` as const;
        const style = name === 'idempotency' ? { gridColumn: '1 / -1' } : {};
        return <SelectField key={name} {...{ name, label, pointer, style }} data={[...options]} />;
      })}
      {TEXT_FIELDS.map((field) => (
        <TextField
          key={field.name}
          style={WIDE}
          placeholder={EXAMPLES[field.name] ?? ''}
          list={field.name === 'headerName' ? HEADER_NAMES : undefined}
          {...field}
        />
      ))}
      <datalist id={HEADER_NAMES}>
        {useHeaderNames().map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

const SHOWN_MATCHES = 3;

/** Whether the expected requests arrived, and if not, the closest ones and how each differs. */
function VerifyOutcome({
  verification,
  onLeave,
}: {
  readonly verification: Verification;
  readonly onLeave: () => void;
}) {
  const { satisfied, explanation, warning, request_ids: ids } = verification;
  const misses = verification.near_misses.filter(({ score }) => score > 0);
  const link = (id: string, text: string) => (
    <Text key={id} component={Link} ff="monospace" fz="xs" to={paths.request(id)} onClick={onLeave}>
      {text}
    </Text>
  );
  return (
    <Stack component="section" gap="sm" aria-label="Outcome">
      <Notice tone={satisfied ? 'ok' : 'fail'}>
        <strong>{satisfied ? 'The expectation is met.' : 'The expectation is not met.'}</strong> {explanation}
        {ids.length > 0 && (
          <div>
            {ids.length > SHOWN_MATCHES && `The latest ${SHOWN_MATCHES} of ${formatCount(ids.length)}:`}
            {ids
              .slice(-SHOWN_MATCHES)
              .toReversed()
              .map((id) => (
                <Match key={id} id={id} onLeave={onLeave} />
              ))}
          </div>
        )}
      </Notice>
      {warning !== null && <Notice tone="warn">{warning}</Notice>}
      {misses.length > 0 && (
        <Box component="h3" fz="md" mt="md" mb="xs">
          Closest requests
        </Box>
      )}
      <Stack component="ol" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {misses.map(({ entry, differences, score }) => (
          <li key={entry.request_id}>
            <HttpStatus status={entry.status} /> <strong>{entry.method}</strong> {link(entry.request_id, entry.path)}{' '}
            <Dimmed>{Math.round(score * 100)} % of the expectation holds</Dimmed>
            <Box component="ul" m={0} mt="xs" pl="lg">
              {differences.map((difference) => (
                <li key={difference}>{difference}</li>
              ))}
            </Box>
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

/** A request that matched, like the closest ones: its status, method and path. Until they are read, its id. */
function Match({ id, onLeave }: { readonly id: string; readonly onLeave: () => void }) {
  const { data } = useJournalEntry(id);
  return (
    <div>
      {data !== undefined && (
        <>
          <HttpStatus status={data.status} /> <strong>{data.method}</strong>{' '}
        </>
      )}
      <Text component={Link} ff="monospace" fz="xs" to={paths.request(id)} onClick={onLeave} title={id}>
        {data?.path ?? id}
      </Text>
    </div>
  );
}
