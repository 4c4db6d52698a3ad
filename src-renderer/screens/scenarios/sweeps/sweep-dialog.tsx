/** "Sweep…": how many seeds, from which on, what is varied besides, and how many jobs at a time. */
import { NumberInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ListedScenario } from '../../../../src-server/contract/control/scenarios/scenario-runs.ts';
import { MOST_SWEEP_JOBS } from '../../../../src-server/contract/control/scenarios/sweep-limits.ts';
import { startSweep } from '../../../api/sweep-calls.ts';
import { formatCount, plural } from '../../../components/format/format-number.ts';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useFormAction } from '../../../components/forms/use-form-action.ts';
import { paths } from '../../../paths.ts';
import { countCombinations, readVaried } from './vary-draft.ts';

interface SweepDialogProps {
  readonly scenario: ListedScenario;
  readonly onClose: () => void;
}

const FIELDS = ['/seeds', '/first_seed', '/vary', '/threads'];
const USUAL = { seeds: 100, first_seed: 1, threads: '', vary: '' };
type SweepDraft = { [Name in keyof typeof USUAL]: string | number };

export function SweepDialog({ scenario, onClose }: SweepDialogProps) {
  const [draft, setDraft] = useState<SweepDraft>(USUAL);
  const set = (change: Partial<SweepDraft>) => setDraft({ ...draft, ...change });
  const navigate = useNavigate();
  const { send, isPending, errors } = useFormAction({
    run: startSweep,
    done: ({ jobs, status }) =>
      `${formatCount(jobs)} jobs${status === 'queued' ? ', which may wait for another sweep' : ''}.`,
    after: ({ sweep_id: id }) => void navigate(paths.sweep(scenario.file, id)),
    fields: FIELDS,
  });
  const varied = readVaried(String(draft.vary));
  const jobs = varied === null ? null : Number(draft.seeds) * countCombinations(varied);
  const number = (name: 'seeds' | 'first_seed' | 'threads', label: string, description: string) => (
    <NumberInput
      label={label}
      description={description}
      value={draft[name]}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      error={errors.at(`/${name}`)}
      data-autofocus={name === 'seeds' || undefined}
      onChange={(value) => set({ [name]: value })}
    />
  );
  return (
    <FormDialog
      title={`Sweep ${scenario.name}`}
      size={560}
      submitLabel="Sweep"
      outcome={formatOutcome(jobs)}
      isPending={isPending}
      canSend={varied !== null}
      problems={errors.elsewhere}
      onSubmit={() => send(bodyOf(scenario.file, draft))}
      onClose={onClose}
    >
      <div className="sweep-numbers">
        {number('seeds', 'Seeds', 'How many')}
        {number('first_seed', 'First seed', 'The others follow it')}
        {number('threads', 'At a time', 'Empty: all cores but one')}
      </div>
      <Textarea
        label="Varied values"
        description="A line each: a JSON pointer into the file, or a variable, and its values. Every combination gets every seed."
        placeholder={'/clock=2026-03-02T09:30:00Z,2026-06-02T13:00:00Z\nband=0.01,0.02'}
        autosize
        minRows={2}
        maxRows={6}
        classNames={{ input: 'mono' }}
        value={String(draft.vary)}
        error={varied === null ? 'A line is not place=value,value.' : errors.at('/vary')}
        onChange={(event) => set({ vary: event.currentTarget.value })}
      />
    </FormDialog>
  );
}

function formatOutcome(jobs: number | null): string {
  if (jobs === null || Number.isNaN(jobs)) return 'Each job in a world of its own.';
  const words = `${plural(jobs, 'job')}, each in a world of its own.`;
  return jobs > MOST_SWEEP_JOBS ? `${words} ${formatCount(MOST_SWEEP_JOBS)} are the most.` : words;
}

/** What is left empty is left to the service. */
function bodyOf(file: string, { vary, ...numbers }: SweepDraft) {
  const said = Object.entries(numbers).filter(([, value]) => value !== '');
  return { file, ...Object.fromEntries(said), vary: readVaried(String(vary)) };
}
