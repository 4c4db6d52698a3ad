/** Asks before programs run on this computer, and shows the commands that would run (decision Q6). */
import { Code, Stack, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import type { ExplorationPreview } from '../../../../src-server/contract/control/explorer/explorations.ts';
import { type StartExploration, startExploration } from '../../../api/runs/explorations-api.ts';
import { ConfirmDialog } from '../../../components/layout/confirm-dialog.tsx';
import { paths } from '../../../paths.ts';
import { usePreferences } from '../../../state/preferences-store.ts';
import classes from '../explorer.module.css';
import { joinCommand } from './split-command.ts';
import { useUnsentExploration } from './unsent-exploration.ts';

export interface RunnableExploration {
  readonly request: StartExploration;
  readonly preview: ExplorationPreview;
}

export function RunCommandsDialog(props: RunnableExploration & { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const { request, onClose } = props;
  const { command, check, folder, confirmation } = props.preview;
  return (
    <ConfirmDialog
      title={check === null ? 'Run this command?' : 'Run these commands?'}
      confirm="Run and explore"
      keep="Do not run"
      isHarmless
      action={{
        doing: 'Starting the exploration',
        run: () => startExploration({ ...request, confirmation }),
        after: ({ exploration_id: id }) => {
          usePreferences.getState().runClientsIn(request.folder);
          useUnsentExploration.getState().drop();
          void navigate(paths.exploration(id));
        },
      }}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text size="sm">
          {check === null ? 'It runs' : 'They run'} many times on this computer, with your access to files and the
          network.
        </Text>
        <ShownCommand label="Client" words={command} />
        {check !== null && <ShownCommand label="Check, after each run" words={check} />}
        <div>
          <Text size="xs" c="dimmed">
            Working folder
          </Text>
          <Code block className={classes.shownCommand}>
            {folder}
          </Code>
        </div>
      </Stack>
    </ConfirmDialog>
  );
}

function ShownCommand({ label, words: args }: { readonly label: string; readonly words: readonly string[] }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Code block className={classes.shownCommand}>
        {joinCommand(args)}
      </Code>
    </div>
  );
}
