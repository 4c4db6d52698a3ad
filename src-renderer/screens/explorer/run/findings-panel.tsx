/** The findings of an exploration, or that there are none, with the faults that were tried. */
import type { Exploration } from '../../../api/runs/explorations-api.ts';
import { VERDICT_MEANINGS, VerdictBadge } from '../../../components/explorer/verdicts.tsx';
import { plural } from '../../../components/format/format-number.ts';
import { useAddressText } from '../../../components/format/use-address-choice.ts';
import { EmptyPanel } from '../../../components/layout/empty-panel.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import classes from '../explorer.module.css';
import { cellsOfFinding } from './coverage-grid.ts';
import { describeNothing, describeUnconfirmed } from './describe-nothing.ts';
import { FindingEntry } from './finding-entry.tsx';
import { StoryDialog } from './story-dialog.tsx';

export function FindingsPanel({ exploration }: { readonly exploration: Exploration }) {
  const { exploration_id: id, findings, unconfirmed, cells } = exploration;
  const [story, showStory] = useAddressText('story');
  const shown = findings.find(({ number }) => String(number) === story);
  const nothing = describeNothing(exploration);
  if (nothing !== null) {
    return (
      <EmptyPanel>
        <strong>{nothing.title}</strong>
        {nothing.text}
      </EmptyPanel>
    );
  }
  if (findings.length === 0) return null;
  return (
    <Panel title="Findings" side={plural(findings.length, 'finding')}>
      <ul className={classes.verdicts} aria-label="What the verdicts mean">
        {VERDICT_MEANINGS.map(({ verdict, meaning }) => (
          <li key={verdict}>
            <VerdictBadge verdict={verdict} /> {meaning}
          </li>
        ))}
      </ul>
      {findings.map((finding) => (
        <FindingEntry
          key={finding.number}
          explorationId={id}
          finding={finding}
          shownBy={cellsOfFinding(cells, finding.number)}
          onRead={() => showStory(String(finding.number))}
        />
      ))}
      {unconfirmed > 0 && <p className={classes.remark}>{describeUnconfirmed(unconfirmed)}</p>}
      {shown !== undefined && <StoryDialog explorationId={id} finding={shown} onClose={() => showStory('')} />}
    </Panel>
  );
}
