/** The form of an exploration: the client, where it runs, and how to search for faults. */
import { Stack } from '@mantine/core';
import { previewExploration } from '../../../api/runs/explorations-api.ts';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { StickyFooter } from '../../../components/forms/sticky-footer.tsx';
import { SubmitButton } from '../../../components/forms/submit-button.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { LinkButton } from '../../../components/layout/link-button.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { paths } from '../../../paths.ts';
import classes from '../explorer.module.css';
import { ClientTerms } from './client-terms.tsx';
import { CommandField } from './command-field.tsx';
import { type ExplorationDraft, explorationRequest, whyDisabled } from './exploration-draft.ts';
import { RunCommandsDialog, type RunnableExploration } from './run-commands-dialog.tsx';
import { SearchFields } from './search-fields.tsx';

const { TextField } = fieldsOf<ExplorationDraft>();

interface ExplorationFormProps {
  readonly initial: ExplorationDraft;
  readonly onChange?: (draft: ExplorationDraft) => void;
}

export function ExplorationForm({ initial, onChange }: ExplorationFormProps) {
  const form = useServerForm<ExplorationDraft, RunnableExploration>({
    initial,
    send: async (draft) => {
      const request = explorationRequest(draft);
      return { request, preview: await previewExploration(request) };
    },
    forgetsOnChange: true,
    ...(onChange && { onChange }),
  });
  const missing = whyDisabled(form.values);
  return (
    <ServerForm form={form} label="Explore a client" className={classes.form}>
      {form.result !== undefined && <RunCommandsDialog {...form.result} onClose={form.forget} />}
      <div className={classes.columns}>
        <Stack gap="md" miw={0}>
          <Panel title="Client" padded>
            <Stack gap="md">
              <CommandField command={form.values.command} />
              <ClientFolderFields />
            </Stack>
          </Panel>
          <ClientTerms />
        </Stack>
        <Panel title="Search" padded>
          <SearchFields />
        </Panel>
      </div>
      <StickyFooter>
        <Dimmed style={{ flex: 1, minWidth: 200 }} aria-live="polite">
          {missing ?? 'The client runs many times on this computer, each time in a new world.'}
        </Dimmed>
        <LinkButton to={paths.explorer}>Close</LinkButton>
        <SubmitButton form={form} disabled={missing !== null}>
          Explore
        </SubmitButton>
      </StickyFooter>
    </ServerForm>
  );
}

function ClientFolderFields() {
  return (
    <>
      <TextField
        name="folder"
        label="Working folder"
        description="Absolute path of the folder that the client runs in."
        placeholder="/home/me/client"
        spellCheck={false}
      />
      <TextField
        name="file"
        label="Configuration file (optional)"
        description="An explore.yaml with a world, checks and invariants; its path is relative to the folder. If you leave the command empty, the one in the file is run."
        placeholder="explore.yaml"
        spellCheck={false}
      />
    </>
  );
}
