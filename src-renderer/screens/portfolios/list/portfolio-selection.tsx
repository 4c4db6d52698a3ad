/** What can be done with several portfolios: dry runs, rebalances with the default parameters, and deleting them. */
import { Button } from '@mantine/core';
import { IconFlask, IconScale, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { PortfolioSummary } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { Schemas } from '../../../api/api-client.ts';
import { APP_ACCOUNT, deletePortfolio } from '../../../api/portfolios-api.ts';
import { createPlan, executePlan } from '../../../api/rebalances-api.ts';
import { useSession } from '../../../api/world-api.ts';
import { ActionButton } from '../../../components/feedback/action-button.tsx';
import { plural } from '../../../components/format/format-number.ts';
import { ConfirmDialog } from '../../../components/layout/confirm-dialog.tsx';
import { DEFAULT_PARAMETERS, planRequest } from '../../../components/plan/plan-parameters.ts';
import { eachOf } from '../../../components/tables/run-each.ts';
import { portfolioState } from './portfolio-filters.ts';

interface PortfolioSelectionProps {
  readonly selected: readonly PortfolioSummary[];
  readonly clear: () => void;
}

/** Form A takes its targets with each request, so its portfolios are planned one by one. */
const canBePlanned = (row: PortfolioSummary) =>
  row.form === 'B' && row.account_id === APP_ACCOUNT && row.has_targets && portfolioState(row) !== 'rebalancing';

export function PortfolioSelection({ selected, clear }: PortfolioSelectionProps) {
  const [asking, setAsking] = useState<'rebalance' | 'delete' | null>(null);
  const session = useSession().data;
  const plannable = selected.filter(canBePlanned);
  const close = () => setAsking(null);
  return (
    <>
      {session !== undefined && plannable.length > 0 && (
        <>
          <ActionButton
            variant="default"
            leftSection={<IconFlask size={14} aria-hidden />}
            action={{
              ...eachOf({
                doing: 'Planning the dry runs',
                rows: plannable,
                run: (row) => createPlan(session, planRequest(row.portfolio_id, DEFAULT_PARAMETERS, true)),
                done: (count) => `${plural(count, 'dry run is', 'dry runs are')} planned`,
              }),
            }}
          >
            Dry run of {plannable.length}
          </ActionButton>
          <Button
            variant="default"
            leftSection={<IconScale size={14} aria-hidden />}
            onClick={() => setAsking('rebalance')}
          >
            Rebalance {plannable.length}…
          </Button>
        </>
      )}
      <Button
        variant="default"
        c="fail"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={() => setAsking('delete')}
      >
        Delete…
      </Button>
      {asking === 'rebalance' && session !== undefined && (
        <RebalanceSelected selected={selected} session={session} onClose={close} />
      )}
      {asking === 'delete' && <DeleteSelected selected={selected} clear={clear} onClose={close} />}
    </>
  );
}

interface RebalanceSelectedProps {
  readonly selected: readonly PortfolioSummary[];
  readonly session: Schemas['Session'];
  readonly onClose: () => void;
}

function RebalanceSelected({ selected, session, onClose }: RebalanceSelectedProps) {
  const rows = selected.filter(canBePlanned);
  const others = selected.length - rows.length;
  return (
    <ConfirmDialog
      title={`Rebalance ${plural(rows.length, 'portfolio')}?`}
      confirm="Yes, rebalance them"
      keep="Not now"
      isHarmless
      action={eachOf({
        doing: 'Rebalancing the portfolios',
        rows,
        run: async (row) => {
          const plan = await createPlan(session, planRequest(row.portfolio_id, DEFAULT_PARAMETERS, false));
          await executePlan(session, plan.rebalance_id);
        },
        done: (count) => `${plural(count, 'rebalance is', 'rebalances are')} under way`,
        after: onClose,
      })}
      onClose={onClose}
    >
      <p>
        Each is planned with the default parameters, an absolute band of 5 % and no cost budget, and executed at once. A
        portfolio inside the band is left as it is. The list of rebalances shows how far they are.
      </p>
      {others > 0 && (
        <p>
          {plural(others, 'selected portfolio is', 'selected portfolios are')} left out: of Form A, without targets, of
          another account, or with a rebalance under way.
        </p>
      )}
    </ConfirmDialog>
  );
}

function DeleteSelected({ selected, clear, onClose }: PortfolioSelectionProps & { readonly onClose: () => void }) {
  const [first] = selected;
  const isOne = selected.length === 1;
  const them = isOne ? 'it' : 'them';
  return (
    <ConfirmDialog
      title={isOne ? `Delete “${first?.label}”?` : `Delete ${plural(selected.length, 'portfolio')}?`}
      confirm={`Yes, delete ${them}`}
      keep={`Keep ${them}`}
      action={eachOf({
        doing: 'Deleting the portfolios',
        rows: selected,
        run: (row) => deletePortfolio(row.portfolio_id),
        done: (count) => `${plural(count, 'portfolio is', 'portfolios are')} deleted`,
        after: () => {
          onClose();
          clear();
        },
      })}
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
        The service will no longer know {them}. Nothing but a snapshot brings {them} back.{' '}
        {isOne ? 'With a rebalance under way it stays.' : 'One with a rebalance under way stays.'}
      </p>
      <p>
        {isOne ? 'Its' : 'Their'} rebalances can be read for seven years of virtual time, and the MiFID II records of
        fills for five.
      </p>
    </ConfirmDialog>
  );
}

const SHOWN_LABELS = 5;
