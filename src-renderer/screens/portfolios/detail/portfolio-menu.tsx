/** The menu "More" of a portfolio. Its dialogs are stored in the address, so that commands open them, too. */

import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { APP_ACCOUNT, deletePortfolio, deletePortfolioB, renamePortfolio } from '../../../api/portfolios-api.ts';
import { saveSnapshot, useSession } from '../../../api/world-api.ts';
import { nameFault } from '../../../components/format/text-fault.ts';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { ConfirmDialog } from '../../../components/layout/confirm-dialog.tsx';
import { useAddressDialog } from '../../../components/layout/use-address-dialog.ts';
import { relabelDraft } from '../../../components/portfolios/draft-storage.ts';
import { PORTFOLIO_ACTIONS } from '../../../components/portfolios/portfolio-actions.ts';
import { rebalanceUnderWay } from '../../../components/portfolios/rebalance-under-way.tsx';
import {
  SnapshotFirst,
  snapshotBeforeDeleting,
  whyNotRestored,
} from '../../../components/portfolios/snapshot-first.tsx';
import { paths } from '../../../paths.ts';
import { noteFinal } from '../../../state/undo-store.ts';

interface PortfolioDialogProps {
  readonly portfolio: PortfolioView;
  readonly onClose: () => void;
}

export function PortfolioMenu({ portfolio }: { readonly portfolio: PortfolioView }) {
  const renaming = useAddressDialog('rename');
  const deleting = useAddressDialog('delete');
  return (
    <>
      <Menu position="bottom-end" transitionProps={{ duration: 100 }} returnFocus>
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label="More actions for this portfolio" title="More actions">
            <IconDots size={14} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={14} aria-hidden />} onClick={renaming.open}>
            {PORTFOLIO_ACTIONS.rename.label}
          </Menu.Item>
          <Menu.Item color="fail" leftSection={<IconTrash size={14} aria-hidden />} onClick={deleting.open}>
            {PORTFOLIO_ACTIONS.delete.label}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {renaming.isOpen && <RenamePortfolio portfolio={portfolio} onClose={renaming.close} />}
      {deleting.isOpen && <DeletePortfolio portfolio={portfolio} onClose={deleting.close} />}
    </>
  );
}

const { TextField } = fieldsOf<{ label: string }>();

/** Changes the name of Form A or the external_id of Form B. The id stays. */
function RenamePortfolio({ portfolio, onClose }: PortfolioDialogProps) {
  const { portfolio_id: id, label: before } = portfolio;
  const rename = async (values: { label: string }, from: string) => {
    const renamed = await renamePortfolio(id, values);
    relabelDraft({ ...portfolio, label: from }, renamed.label);
    return renamed;
  };
  const renaming = useServerForm({
    initial: { label: before },
    send: (values) => rename(values, before),
    done: (renamed) => `The portfolio is now called “${renamed.label}”.`,
    after: onClose,
    undo: (renamed) => ({
      doing: 'Renaming the portfolio back',
      run: () => rename({ label: before }, renamed.label),
      undone: `The portfolio is called “${before}” again.`,
    }),
  });
  const { label } = renaming.values;
  return (
    <FormDialog
      form={renaming}
      title={`Rename “${before}”`}
      size={480}
      submitLabel="Rename"
      outcome="Its identifier, rebalances and records do not change."
      canSend={label.trim() !== '' && label !== before}
      onClose={onClose}
    >
      <TextField name="label" data-autofocus label="Name" whyNot={nameFault} />
    </FormDialog>
  );
}

/** Lists what ends and what stays. While a rebalance is executing, it explains why nothing can be deleted. */
function DeletePortfolio({ portfolio, onClose }: PortfolioDialogProps) {
  const { portfolio_id: id, label, form, account_id: account } = portfolio;
  const navigate = useNavigate();
  const session = useSession().data;
  const [isSaving, setSaving] = useState(false);
  const [snapshot] = useState(snapshotBeforeDeleting);
  const deleting = {
    doing: 'Deleting the portfolio',
    // Form B deletes what its key may delete; the control plane deletes portfolios of Form A or another account.
    run: async () => {
      if (isSaving) await saveSnapshot({ name: snapshot });
      if (form === 'B' && account === APP_ACCOUNT && session !== undefined) await deletePortfolioB(session, id);
      else await deletePortfolio(id);
    },
    done: () => `“${label}” is deleted.${isSaving ? ` The snapshot ${snapshot} still has it.` : ''}`,
    after: () => {
      noteFinal(whyNotRestored(isSaving ? snapshot : null));
      void navigate(paths.portfolios);
    },
  };
  const underWay = rebalanceUnderWay(portfolio);
  return (
    <ConfirmDialog
      title={`Delete “${label}”?`}
      confirm="Yes, delete it"
      keep="Keep it"
      action={underWay === undefined ? deleting : null}
      onClose={onClose}
    >
      {underWay === undefined ? (
        <>
          <p>
            Its drift is no longer monitored, and you can no longer execute its plans. Only a snapshot can bring it
            back.
          </p>
          <p>
            Its rebalances remain readable for seven years of virtual time, and the MiFID II records of its fills for
            five years from each fill.
          </p>
          <SnapshotFirst isSaving={isSaving} onChange={setSaving} />
        </>
      ) : (
        <p>
          You cannot delete a portfolio while it is being rebalanced. Wait until the rebalance under way has ended.{' '}
          <Link to={paths.rebalance(underWay.rebalance_id)}>Watch the rebalance</Link>
        </p>
      )}
    </ConfirmDialog>
  );
}
