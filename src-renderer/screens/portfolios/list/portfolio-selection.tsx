/** The actions for several portfolios: dry runs, a bulk rebalance, and deletion. */
import { Button, type ButtonProps } from '@mantine/core';
import { IconFlask, IconScale, IconTrash } from '@tabler/icons-react';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import type { PortfolioSummary } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { deletePortfolio } from '../../../api/portfolios-api.ts';
import { createPlan } from '../../../api/rebalances-api.ts';
import { saveSnapshot, useSession } from '../../../api/world-api.ts';
import { ActionButton } from '../../../components/feedback/action-button.tsx';
import { plural } from '../../../components/format/format-number.ts';
import { ConfirmDialog } from '../../../components/layout/confirm-dialog.tsx';
import { Hint } from '../../../components/layout/hint.tsx';
import { DEFAULT_PARAMETERS, planRequest } from '../../../components/plan/plan-parameters.ts';
import { leftOutText, whyNoDryRun, whyNotTogether } from '../../../components/portfolios/portfolio-actions.ts';
import {
  SnapshotFirst,
  snapshotBeforeDeleting,
  whyNotRestored,
} from '../../../components/portfolios/snapshot-first.tsx';
import { bulkAction } from '../../../components/tables/run-each.ts';
import { paths } from '../../../paths.ts';
import { noteFinal } from '../../../state/undo-store.ts';

interface PortfolioSelectionProps {
  readonly selected: readonly PortfolioSummary[];
  readonly clear: () => void;
}

export function PortfolioSelection({ selected, clear }: PortfolioSelectionProps) {
  const [isAsking, setAsking] = useState(false);
  const session = useSession().data;
  const plannable = selected.filter((row) => whyNoDryRun(row) === null);
  const together = selected.filter((row) => whyNotTogether(row) === null);
  const flask = <IconFlask size={14} aria-hidden />;
  const scale = <IconScale size={14} aria-hidden />;
  return (
    <>
      {session !== undefined && (
        <LeftOutHint text={leftOutText(selected, whyNoDryRun)}>
          {plannable.length === 0 ? (
            <NoneButton leftSection={flask}>Dry run</NoneButton>
          ) : (
            <ActionButton
              variant="default"
              leftSection={flask}
              action={bulkAction({
                doing: 'Planning the dry runs',
                rows: plannable,
                run: (row) => createPlan(session, planRequest(row.portfolio_id, DEFAULT_PARAMETERS, true)),
                done: (count) => `${plural(count, 'dry run is', 'dry runs are')} planned`,
              })}
            >
              Dry run of {plannable.length}
            </ActionButton>
          )}
        </LeftOutHint>
      )}
      <LeftOutHint text={leftOutText(selected, whyNotTogether)}>
        {together.length === 0 ? (
          <NoneButton leftSection={scale}>Rebalance…</NoneButton>
        ) : (
          <Button
            component={Link}
            to={paths.newBulkRebalanceOf(together.map(({ portfolio_id: id }) => id))}
            variant="default"
            leftSection={scale}
          >
            Rebalance {together.length}…
          </Button>
        )}
      </LeftOutHint>
      <Button
        variant="default"
        c="fail"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        Delete…
      </Button>
      {isAsking && <DeleteSelected selected={selected} clear={clear} onClose={() => setAsking(false)} />}
    </>
  );
}

type LeftOutHintProps = Readonly<{ text: string | null; children: ReactElement<Record<string, unknown>> }>;

const LeftOutHint = ({ text, children }: LeftOutHintProps) => (
  <Hint label={text} disabled={text === null} maw={320}>
    {children}
  </Hint>
);

/** The action leaves out every selected portfolio. It passes on the listeners of its hint. */
const NoneButton = (button: ButtonProps & { readonly children: string }) => (
  <Button variant="default" aria-disabled data-disabled {...button} />
);

function DeleteSelected({ selected, clear, onClose }: PortfolioSelectionProps & { readonly onClose: () => void }) {
  const [first] = selected;
  const isOne = selected.length === 1;
  const them = isOne ? 'it' : 'them';
  const [isSaving, setSaving] = useState(false);
  const [snapshot] = useState(snapshotBeforeDeleting);
  const deleting = bulkAction({
    doing: 'Deleting the portfolios',
    rows: selected,
    run: (row) => deletePortfolio(row.portfolio_id),
    done: (count) => `${plural(count, 'portfolio is', 'portfolios are')} deleted`,
    after: () => {
      noteFinal(whyNotRestored(isSaving ? snapshot : null));
      onClose();
      clear();
    },
  });
  const run = async () => {
    if (isSaving) await saveSnapshot({ name: snapshot });
    return deleting.run();
  };
  return (
    <ConfirmDialog
      title={isOne ? `Delete “${first?.label}”?` : `Delete ${plural(selected.length, 'portfolio')}?`}
      confirm={`Yes, delete ${them}`}
      keep={`Keep ${them}`}
      action={{ ...deleting, run }}
      onClose={onClose}
    >
      <p>
        {!isOne && (
          <>
            {selected
              .slice(0, SHOWN_LABELS)
              .map(({ label }) => `“${label}”`)
              .join(', ')}
            {selected.length > SHOWN_LABELS && ` and ${selected.length - SHOWN_LABELS} more`}.{' '}
          </>
        )}
        This deletes {them}. Only a snapshot can bring {them} back.{' '}
        {isOne
          ? 'It cannot be deleted while a rebalance is under way.'
          : 'A portfolio with a rebalance under way is not deleted.'}
      </p>
      <p>
        {isOne ? 'Its' : 'Their'} rebalances remain readable for seven years of virtual time, and the MiFID II records
        of fills for five.
      </p>
      <SnapshotFirst isSaving={isSaving} onChange={setSaving} />
    </ConfirmDialog>
  );
}

const SHOWN_LABELS = 5;
