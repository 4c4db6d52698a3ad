/** "More" of a portfolio: rename it, delete it. Both dialogs have a place in the address, so that commands open them, too. */
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { useAddressDialog } from '../../../components/layout/use-address-dialog.ts';
import { DeletePortfolio } from './delete-portfolio.tsx';
import { RenamePortfolio } from './rename-portfolio.tsx';

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
            Rename portfolio…
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={14} aria-hidden />} onClick={deleting.open}>
            Delete portfolio…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {renaming.isOpen && <RenamePortfolio portfolio={portfolio} onClose={renaming.close} />}
      {deleting.isOpen && <DeletePortfolio portfolio={portfolio} onClose={deleting.close} />}
    </>
  );
}
