/** The story of a finding: the page of the service, in a frame without scripts. */
import { Button, useComputedColorScheme } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { ExplorationFinding } from '../../../../src-server/contract/control/explorer/explorations.ts';
import { withPageToken } from '../../../api/page-token.ts';
import { storyPath } from '../../../api/runs/explorations-api.ts';
import dialogClasses from '../../../components/layout/dialog.module.css';
import { DialogFrame } from '../../../components/layout/dialog-frame.tsx';
import classes from '../explorer.module.css';

interface StoryDialogProps {
  readonly explorationId: string;
  readonly finding: ExplorationFinding;
  readonly onClose: () => void;
}

export function StoryDialog({ explorationId, finding: { number }, onClose }: StoryDialogProps) {
  const scheme = useComputedColorScheme();
  const address = withPageToken(storyPath(explorationId, number));
  return (
    <DialogFrame title={`Story of finding ${number}`} size={1120} closeLabel="Close the story" onClose={onClose}>
      {/* A page in a frame inherits the frame's light or dark scheme. */}
      <iframe
        className={classes.story}
        title={`Story of finding ${number}`}
        src={address}
        sandbox=""
        style={{ colorScheme: scheme }}
      />
      <div className={dialogClasses.dialogFoot}>
        <Button
          component="a"
          href={address}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconExternalLink size={14} aria-hidden />}
        >
          Open in a new tab
        </Button>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </DialogFrame>
  );
}
