/** The menu "More" of a scenario: copy its path, edit its text, and rename or delete a file of the user's own. */
import { ActionIcon, Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconCopy, IconDots, IconFilePencil, IconForms, IconPencil, IconTrash } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import type { ListedScenario } from '../../../src-server/contract/control/scenarios/scenario-runs.ts';
import { deleteScenario, renameScenario, restoreScenario, useScenarioText } from '../../api/runs/scenarios-api.ts';
import { paths } from '../../paths.ts';
import { useAction } from '../feedback/use-action.ts';
import { fieldsOf } from '../forms/fields.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { useServerForm } from '../forms/use-server-form.ts';
import { useAddressDialog } from '../layout/use-address-dialog.ts';

import { OpenScenarioDialog } from './open-scenario-dialog.tsx';

interface ScenarioProps {
  readonly scenario: ListedScenario;
}

export function ScenarioMenu({ scenario }: ScenarioProps) {
  const { file, name, origin } = scenario;
  const renaming = useAddressDialog('rename');
  const navigate = useNavigate();
  const clipboard = useClipboard();
  const { path, text } = useScenarioText(file).data ?? {};
  const copying = useAddressDialog('edit-copy');
  const editing = useAddressDialog('edit');
  const isEditable = origin !== 'shipped';
  const deleting = useAction({
    doing: 'Deleting the scenario',
    run: () => deleteScenario(file),
    done: () => (origin === 'own' ? `“${name}” is deleted.` : `“${name}” is removed from the list.`),
    after: () => void navigate(paths.scenarios),
    undo: () => ({
      doing: 'Restoring the scenario',
      run: () => restoreScenario(file),
      undone: `“${name}” is listed again.`,
    }),
  });
  const copy = () => {
    clipboard.copy(path);
    notifications.show({ message: 'The file path is copied.', color: 'green', autoClose: 3_000 });
  };
  return (
    <>
      <Menu position="bottom-end" transitionProps={{ duration: 100 }} returnFocus>
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label="More actions for this scenario" title="More actions">
            <IconDots size={14} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuItems
            {...{ scenario, path, copy, editing, copying, renaming }}
            onDelete={() => deleting.mutate(undefined)}
          />
        </Menu.Dropdown>
      </Menu>
      {copying.isOpen && text !== undefined && (
        <OpenScenarioDialog initial={{ name: copyName(file), text }} onClose={copying.close} />
      )}
      {editing.isOpen && isEditable && text !== undefined && (
        <OpenScenarioDialog
          initial={{ name: fileName(file), text }}
          edited={{ file, isOwn: origin === 'own' }}
          onClose={editing.close}
        />
      )}
      {renaming.isOpen && origin === 'own' && <RenameDialog scenario={scenario} onClose={renaming.close} />}
    </>
  );
}

type Dialog = ReturnType<typeof useAddressDialog>;

interface MenuItemsProps extends ScenarioProps {
  readonly path: string | undefined;
  readonly copy: () => void;
  readonly editing: Dialog;
  readonly copying: Dialog;
  readonly renaming: Dialog;
  readonly onDelete: () => void;
}

function MenuItems({ scenario: { origin }, path, copy, editing, copying, renaming, onDelete }: MenuItemsProps) {
  const isEditable = origin !== 'shipped';
  return (
    <>
      <Menu.Item leftSection={<IconCopy size={14} aria-hidden />} disabled={path === undefined} onClick={copy}>
        Copy its path
      </Menu.Item>
      {isEditable && (
        <Menu.Item leftSection={<IconPencil size={14} aria-hidden />} onClick={editing.open}>
          Edit…
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconFilePencil size={14} aria-hidden />} onClick={copying.open}>
        Edit a copy…
      </Menu.Item>
      {origin === 'own' && (
        <Menu.Item leftSection={<IconForms size={14} aria-hidden />} onClick={renaming.open}>
          Rename…
        </Menu.Item>
      )}
      {isEditable && (
        <Menu.Item color="fail" leftSection={<IconTrash size={14} aria-hidden />} onClick={onDelete}>
          {origin === 'own' ? 'Delete' : 'Remove from the list'}
        </Menu.Item>
      )}
    </>
  );
}

function fileName(file: string): string {
  return file.replace(/^.*\//, '');
}

/** The copy of `interface/errors.yaml` is named `errors-copy.yaml`. */
function copyName(file: string): string {
  return fileName(file).replace(/(\.ballast)?\.ya?ml$/, '-copy$&');
}

const { TextField } = fieldsOf<{ file: string }>();

/** Its address changes with its file name. */
function RenameDialog({ scenario: { file: before, name }, onClose }: ScenarioProps & { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const below = before.replace(/^own\//, '');
  const form = useServerForm({
    initial: { file: below },
    send: ({ file }: { file: string }) => renameScenario(before, file.trim()),
    done: ({ file }) => `“${name}” is now ${file}.`,
    after: ({ file }) => void navigate(paths.scenario(file), { replace: true }),
    undo: ({ file }) => ({
      doing: 'Renaming the scenario back',
      run: () => renameScenario(file, below),
      undone: `The file is ${below} again.`,
    }),
  });
  const { file } = form.values;
  return (
    <FormDialog
      form={form}
      title={`Rename ${below}`}
      size={520}
      submitLabel="Rename"
      outcome="Its golden log and its saved world are renamed, too."
      canSend={file.trim() !== '' && file.trim() !== below}
      onClose={onClose}
    >
      <TextField
        name="file"
        label="File"
        description="Relative to your scenario folder; must end in .yaml."
        data-autofocus
      />
    </FormDialog>
  );
}
