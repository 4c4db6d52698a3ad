/** The saved views of a list: opens one, saves the current state under a name, renames and deletes. */
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconBookmark, IconDeviceFloppy, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type SavedView, useLayout } from '../../state/layout-store.ts';
import { showUndoable } from '../feedback/show-undoable.tsx';
import { useFilter } from '../filters/filter-box.tsx';
import { fieldsOf } from '../forms/fields.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { useServerForm } from '../forms/use-server-form.ts';
import { Hint } from '../layout/hint.tsx';
import {
  changeViews,
  contentOfView,
  defaultView,
  isSameView,
  type ListAddress,
  openView,
  type ViewContent,
} from './open-view.ts';

interface ViewsMenuProps extends ListAddress {
  /** Label of the table. */
  readonly table: string;
}

const NONE: readonly SavedView[] = [];

export function ViewsMenu({ table, ...address }: ViewsMenuProps) {
  const { views, chosen, shown, isDefault } = useViews(table, address);
  const [naming, setNaming] = useState<'new' | 'rename' | null>(null);
  const navigate = useNavigate();
  const go = (to: string) => void navigate(to, { replace: true });
  const isChanged = chosen !== undefined && !isSameView(chosen, shown);
  const name = chosen?.name ?? (isDefault ? 'Default view' : 'Unsaved view');
  return (
    <>
      <Menu position="bottom-end" transitionProps={{ duration: 100 }} returnFocus width={260}>
        <Menu.Target>
          <ViewsButton table={table} name={isChanged ? `${name}, changed` : name} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Views of the list</Menu.Label>
          <Menu.RadioItem
            closeMenuOnClick
            value=""
            checked={chosen === undefined && isDefault}
            onChange={() => openView(table, defaultView(address.path), null, go)}
          >
            Default view
          </Menu.RadioItem>
          {views.map((view) => (
            <Menu.RadioItem
              key={view.name}
              closeMenuOnClick
              value={view.name}
              checked={view === chosen && !isChanged}
              onChange={() => openView(table, view, view.name, go)}
            >
              {view.name}
            </Menu.RadioItem>
          ))}
          <Menu.Divider />
          {isChanged && (
            <Menu.Item
              leftSection={<IconDeviceFloppy size={14} aria-hidden />}
              onClick={() => changeViews(table, replaced(views, chosen, { ...shown, name: chosen.name }), chosen.name)}
            >
              Save the changes to “{chosen.name}”
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setNaming('new')}>
            Save as a new view…
          </Menu.Item>
          {chosen !== undefined && <ManageItems table={table} view={chosen} onRename={() => setNaming('rename')} />}
        </Menu.Dropdown>
      </Menu>
      {naming !== null && (
        <NameDialog
          table={table}
          view={naming === 'rename' ? chosen : undefined}
          shown={shown}
          onClose={() => setNaming(null)}
        />
      )}
    </>
  );
}

function useViews(table: string, address: ListAddress) {
  const layout = useLayout((state) => state.layout);
  const filterText = useFilter(table);
  const views = layout.views[table] ?? NONE;
  const shown = contentOfView(table, address, layout, filterText);
  const isDefault = isSameView(shown, defaultView(address.path));
  const last = views.find(({ name }) => name === layout.chosenViews[table]);
  const same = views.filter((view) => isSameView(view, shown));
  // The current view, or the one that has been changed since it was opened.
  const chosen = same.find((view) => view === last) ?? same[0] ?? (isDefault ? undefined : last);
  return { views, chosen, shown, isDefault };
}

interface ViewsButtonProps {
  readonly table: string;
  readonly name: string;
}

/** Shows the name of the view, unless it is the default one. */
function ViewsButton({ table, name, ...target }: ViewsButtonProps) {
  const label = `Views of the table ${table}: ${name}`;
  if (name !== 'Default view') {
    return (
      <Button
        size="compact-xs"
        variant="default"
        aria-label={label}
        leftSection={<IconBookmark size={14} aria-hidden />}
        maw={200}
        {...target}
      >
        {name}
      </Button>
    );
  }
  return (
    <Hint label={label}>
      <ActionIcon size="sm" aria-label={label} {...target}>
        <IconBookmark size={14} />
      </ActionIcon>
    </Hint>
  );
}

interface ManageItemsProps {
  readonly table: string;
  readonly view: SavedView;
  readonly onRename: () => void;
}

function ManageItems({ table, view, onRename }: ManageItemsProps) {
  const remove = () => {
    const views = useLayout.getState().layout.views[table] ?? NONE;
    changeViews(
      table,
      views.filter(({ name }) => name !== view.name),
      null,
    );
    showUndoable(`The view “${view.name}” is deleted.`, {
      doing: 'Restoring the view',
      run: async () => {
        const now = useLayout.getState().layout.views[table] ?? NONE;
        changeViews(table, [...now.filter(({ name }) => name !== view.name), view], view.name);
      },
      undone: `The view “${view.name}” is restored.`,
    });
  };
  return (
    <>
      <Menu.Item leftSection={<IconPencil size={14} aria-hidden />} onClick={onRename}>
        Rename “{view.name}”…
      </Menu.Item>
      <Menu.Item color="fail" leftSection={<IconTrash size={14} aria-hidden />} onClick={remove}>
        Delete “{view.name}”
      </Menu.Item>
    </>
  );
}

const { TextField } = fieldsOf<{ name: string }>();
const LONGEST_NAME = 60;

interface NameDialogProps {
  readonly table: string;
  /** The view to rename; without it, the current state is saved under the name. */
  readonly view: SavedView | undefined;
  readonly shown: ViewContent;
  readonly onClose: () => void;
}

function NameDialog({ table, view, shown, onClose }: NameDialogProps) {
  const views = useLayout(({ layout }) => layout.views[table]) ?? NONE;
  const form = useServerForm({
    initial: { name: view?.name ?? '' },
    send: async (values) => values.name.trim(),
    after: (name: string) => {
      const after = view === undefined ? [...views, { ...shown, name }] : replaced(views, view, { ...view, name });
      changeViews(table, after, name);
      onClose();
    },
  });
  const name = form.values.name.trim();
  const isTaken = name !== view?.name && views.some((each) => each.name === name);
  return (
    <FormDialog
      form={form}
      title={view === undefined ? 'Save the view' : `Rename “${view.name}”`}
      size={440}
      submitLabel={view === undefined ? 'Save view' : 'Rename view'}
      outcome="Find it in this menu or with Ctrl K."
      canSend={name !== '' && !isTaken && name.length <= LONGEST_NAME}
      onClose={onClose}
    >
      <TextField
        name="name"
        data-autofocus
        label="Name"
        description="It stores the filters, the sort order and the columns."
        error={isTaken ? `There is already a view called “${name}”.` : undefined}
        maxLength={LONGEST_NAME}
      />
    </FormDialog>
  );
}

function replaced(views: readonly SavedView[], before: SavedView, after: SavedView): readonly SavedView[] {
  return views.map((each) => (each.name === before.name ? after : each));
}
