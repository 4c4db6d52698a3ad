/** A finding: the verdict, the faults that reveal it, how to fix it, and its files. */
import { Button, Group } from '@mantine/core';
import { IconBook } from '@tabler/icons-react';
import { useId } from 'react';
import type { ExplorationFinding } from '../../../../src-server/contract/control/explorer/explorations.ts';
import { type FindingFile, findingFilePath } from '../../../api/runs/explorations-api.ts';
import { CodeBlock } from '../../../components/code/code-block.tsx';
import { VerdictBadge } from '../../../components/explorer/verdicts.tsx';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { DownloadButton } from '../../../components/layout/download-button.tsx';
import classes from '../explorer.module.css';

const FILES: Readonly<Record<FindingFile, string>> = {
  'scenario.yaml': 'Replays what the client did under these faults: ballast replay scenario.yaml',
  'explore.yaml': 'Runs the client with only these faults: ballast explore explore.yaml',
  'test.mjs': 'A test that fails until the client is fixed. Save explore.yaml next to it.',
};

/** Its anchor on the page. */
export const idOfFinding = (number: number) => `finding-${number}`;

interface FindingEntryProps {
  readonly explorationId: string;
  /** The single faults that revealed it, as sentences. */
  readonly shownBy: readonly string[];
  readonly finding: ExplorationFinding;
  readonly onRead: () => void;
}

export function FindingEntry({ explorationId, finding, shownBy, onRead }: FindingEntryProps) {
  const { number, verdict, text, seen, runs, output } = finding;
  const headingId = useId();
  return (
    <article className={classes.finding} id={idOfFinding(number)} tabIndex={-1} aria-labelledby={headingId}>
      <Group gap="sm">
        <VerdictBadge verdict={verdict} />
        <Dimmed>
          Finding {number} · seen in {seen} of {runs} runs
        </Dimmed>
      </Group>
      <h3 id={headingId}>{text}</h3>
      <Explanation finding={finding} shownBy={shownBy} />
      <Group gap="sm">
        <Button variant="default" leftSection={<IconBook size={14} aria-hidden />} onClick={onRead}>
          Read the story
        </Button>
        {(Object.keys(FILES) as FindingFile[]).map((file) => (
          <DownloadButton
            key={file}
            path={findingFilePath(explorationId, number, file)}
            name={`${explorationId}-finding-${number}.${file}`}
            tip={FILES[file]}
          >
            {file}
          </DownloadButton>
        ))}
      </Group>
      <details>
        <summary>Latest output of the client</summary>
        <CodeBlock text={output.trimEnd()} none="The client produced no output." />
      </details>
    </article>
  );
}

function Explanation({ finding: { faults, wanted, remedy }, shownBy }: Pick<FindingEntryProps, 'finding' | 'shownBy'>) {
  return (
    <dl className={classes.explanation}>
      <dt>When</dt>
      <dd>
        {faults.length === 0 && 'always, even without a fault'}
        {faults.map((fault) => (
          <div key={fault}>{fault}</div>
        ))}
      </dd>
      {shownBy.length > 0 && (
        <>
          <dt>Seen under</dt>
          <dd>
            {shownBy.map((cell) => (
              <div key={cell}>{cell}</div>
            ))}
          </dd>
        </>
      )}
      <dt>Expected behaviour</dt>
      <dd>{wanted}</dd>
      <dt>How to fix it</dt>
      <dd>{remedy}</dd>
    </dl>
  );
}
