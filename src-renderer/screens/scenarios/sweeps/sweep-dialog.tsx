/** The button "Sweep…" and its form: the number of seeds, the first one, the varied values, and the jobs at a time. */

import { Button, SimpleGrid } from '@mantine/core';
import { IconChartHistogram } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import type { ControlBody } from '../../../../src-server/contract/control/control-routes.ts';
import type { ListedScenario } from '../../../../src-server/contract/control/scenarios/scenario-runs.ts';
import { BOUNDS } from '../../../../src-server/contract/fields/number-bounds.ts';
import { startSweep } from '../../../api/runs/sweeps-api.ts';
import { formatCount, plural } from '../../../components/format/format-number.ts';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { fieldBounds, type NumberText, numberOf } from '../../../components/forms/number-text.ts';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { useAddressDialog } from '../../../components/layout/use-address-dialog.ts';
import { paths } from '../../../paths.ts';
import { VariedValues } from './varied-values.tsx';
import { countCombinations, readVariedRows, type VariedRow } from './vary-draft.ts';

interface SweepDraft extends Readonly<Record<'seeds' | 'first_seed' | 'threads', NumberText>> {
  readonly vary: readonly VariedRow[];
}

const DEFAULT: SweepDraft = { seeds: 100, first_seed: 1, threads: '', vary: [{ key: 1, target: '', values: '' }] };
const SEEDS = fieldBounds(BOUNDS.sweepJobs);
const FIRST_SEED = fieldBounds(BOUNDS.firstSeed);
const THREADS = fieldBounds(BOUNDS.parallelJobs);
const { Field, NumberField } = fieldsOf<SweepDraft>();

/** Undefined before it has been read. */
type SweepButtonProps = { readonly scenario: ListedScenario | undefined; readonly variant?: 'default' | 'filled' };

export function SweepButton({ scenario, variant = 'filled' }: SweepButtonProps) {
  const dialog = useAddressDialog('sweep');
  return (
    <>
      <Button
        variant={variant}
        leftSection={<IconChartHistogram size={14} aria-hidden />}
        disabled={scenario === undefined || scenario.faults.length > 0}
        onClick={dialog.open}
      >
        Sweep…
      </Button>
      {dialog.isOpen && scenario !== undefined && <SweepDialog scenario={scenario} onClose={dialog.close} />}
    </>
  );
}

function SweepDialog({ scenario, onClose }: { readonly scenario: ListedScenario; readonly onClose: () => void }) {
  const navigate = useNavigate();
  // A saved world is played with its own seed.
  const { from_snapshot: hasOwnSeed } = scenario;
  const form = useServerForm({
    initial: hasOwnSeed ? { ...DEFAULT, seeds: '', first_seed: '' } : DEFAULT,
    send: (draft) => startSweep(bodyOf(scenario.file, draft)),
    done: ({ jobs }) => `Sweep of ${plural(jobs, 'job')} started.`,
    after: ({ sweep_id: id }) => void navigate(paths.sweep(scenario.file, id)),
  });
  const varied = readVariedRows(form.values.vary);
  const jobs = varied === null ? null : (hasOwnSeed ? 1 : Number(form.values.seeds)) * countCombinations(varied);
  return (
    <FormDialog
      form={form}
      title={`Sweep ${scenario.name}`}
      size={680}
      submitLabel="Sweep"
      outcome={summaryLine(jobs)}
      canSend={varied !== null}
      onClose={onClose}
    >
      {scenario.seed !== null && (
        <Dimmed>
          The steps of this scenario were written for seed {scenario.seed}. With other seeds prices differ, so a run
          fails where a step expects exact values.
        </Dimmed>
      )}
      <SimpleGrid minColWidth={140} spacing="md">
        {!hasOwnSeed && (
          <>
            <NumberField name="seeds" required label="Seeds" description="Number of seeds" data-autofocus {...SEEDS} />
            <NumberField
              name="first_seed"
              required
              label="First seed"
              description="The others follow it"
              {...FIRST_SEED}
            />
          </>
        )}
        <NumberField name="threads" label="Parallel jobs" description="Empty: all cores but one" {...THREADS} />
      </SimpleGrid>
      <Field name="vary">
        {({ value, error, onChange }) => (
          <VariedValues file={scenario.file} rows={value} error={error} onChange={onChange} />
        )}
      </Field>
    </FormDialog>
  );
}

function summaryLine(jobs: number | null): string {
  if (jobs === null || Number.isNaN(jobs)) return 'Each job runs in a separate world.';
  const summary = `${plural(jobs, 'job')}, each in a separate world.`;
  return jobs > BOUNDS.sweepJobs.max ? `${summary} The maximum is ${formatCount(BOUNDS.sweepJobs.max)}.` : summary;
}

/** The service chooses values for empty fields. */
function bodyOf(file: string, { seeds, first_seed, threads, vary }: SweepDraft): ControlBody<'POST /sweeps'> {
  return {
    file,
    vary: readVariedRows(vary) ?? {},
    ...(seeds === '' ? {} : { seeds: numberOf(seeds) }),
    ...(first_seed === '' ? {} : { first_seed: numberOf(first_seed) }),
    ...(threads === '' ? {} : { threads: numberOf(threads) }),
  };
}
