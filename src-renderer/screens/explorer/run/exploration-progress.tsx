/** The progress of an exploration, its command, and its errors. */
import { Group, Paper } from '@mantine/core';
import type { Exploration } from '../../../api/runs/explorations-api.ts';
import { isSweeping } from '../../../api/runs/sweeps-api.ts';
import { describePhase, formatPhase } from '../../../components/explorer/exploration-phases.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { formatCount, formatDecimals, plural } from '../../../components/format/format-number.ts';
import { formatTimeLeft } from '../../../components/format/format-time.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { Fact, Facts } from '../../../components/layout/facts.tsx';
import { Toned } from '../../../components/layout/toned.tsx';
import classes from '../explorer.module.css';
import { describeUntried, formatLimit, formatSearchLeft, formatTrialsOfSearch } from './search-limit.ts';

interface ExplorationProps {
  readonly exploration: Exploration;
}

export function ExplorationProgress({ exploration }: ExplorationProps) {
  const { status, single_faults: total, single_faults_done: done } = exploration;
  return (
    <>
      <Failure exploration={exploration} />
      <LimitNotice exploration={exploration} />
      <Paper component="section" aria-label="Progress">
        <ProgressFacts exploration={exploration} />
        <ClientLine exploration={exploration} />
        {isSweeping(status) && (
          <Group gap="sm" px="md" pb="md">
            <span role="status">{describePhase(exploration)}</span>
            <progress
              className={classes.progress}
              value={done}
              max={Math.max(1, total)}
              aria-label="Single faults tried"
            />
          </Group>
        )}
      </Paper>
    </>
  );
}

function ProgressFacts({ exploration }: ExplorationProps) {
  const { status, phase, trials, trials_per_second: rate, single_faults: total, broken } = exploration;
  const left = formatSearchLeft(exploration);
  const ofSearch = formatTrialsOfSearch(exploration);
  const trialNotes = [isSweeping(status) ? `${formatDecimals(rate, 1)} a second` : null, ofSearch].filter(
    (note) => note !== null,
  );
  return (
    <Facts aria-label="Progress">
      {phase === 'over' ? (
        <Fact label="Search ended by" hint="Reruns of findings are part of neither limit">
          {formatLimit(exploration)}
        </Fact>
      ) : (
        <Fact label="Phase">{status === 'queued' ? 'queued' : formatPhase(phase)}</Fact>
      )}
      <Fact label="Single faults tried" hint="Every kind of fault, at every occurrence found in the run without faults">
        {total === 0 ? (
          '–'
        ) : (
          <>
            {formatCount(exploration.single_faults_done)} <small>of {formatCount(total)}</small>
          </>
        )}
      </Fact>
      <Fact
        label="Trials"
        hint="Number of times the client was run: without faults, by the search, and to confirm and shrink its findings"
      >
        {formatCount(trials)} {trialNotes.length > 0 && <small>{trialNotes.join(' · ')}</small>}
      </Fact>
      <FindingsFact exploration={exploration} />
      {broken > 0 && (
        <Fact label="Not run" hint="Trials that could not be run">
          <Toned tone="fail">{formatCount(broken)}</Toned>
        </Fact>
      )}
      <Fact label="Time">{formatTimeLeft(exploration.elapsed_ms / 1000)}</Fact>
      {left !== null && <Fact label="Left">{left}</Fact>}
      <Fact label="Seed" hint="Seed of the random faults">
        {exploration.seed}
      </Fact>
    </Facts>
  );
}

/** While it runs, findings are suspected until reruns confirm them. */
function FindingsFact({ exploration: { status, findings, suspected, request } }: ExplorationProps) {
  const confirmed = formatCount(findings.length);
  const label = request.only === null ? 'Findings' : `Findings (only “${request.only}”)`;
  if (!isSweeping(status)) return <Fact label={label}>{confirmed}</Fact>;
  return (
    <Fact label={label} hint="A finding is suspected until the client has failed in the same way again">
      {confirmed} confirmed <small>{formatCount(suspected)} suspected</small>
    </Fact>
  );
}

/** The command, and its folder. */
function ClientLine({ exploration: { command, folder } }: ExplorationProps) {
  return (
    <div className={classes.client}>
      <Dimmed>Runs</Dimmed> <code>{command.join(' ')}</code> <Dimmed>in</Dimmed> <code>{folder}</code>
    </div>
  );
}

/** Faults that were not tried because of a limit; nothing if every single fault was tried. */
function LimitNotice({ exploration }: ExplorationProps) {
  const untried = describeUntried(exploration);
  return untried !== null && <Notice tone="warn">{untried}</Notice>;
}

/** Why it could not continue, or why some of its trials could not be run; either may have several lines. */
function Failure({ exploration: { error, broken, broken_reason: reason } }: ExplorationProps) {
  return (
    <>
      {error !== null && (
        <Notice tone="fail">
          <strong>The exploration could not continue.</strong>
          <pre className={classes.error}>{error}</pre>
        </Notice>
      )}
      {reason !== null && reason !== error && (
        <Notice tone="warn">
          <strong>{plural(broken, 'trial')} could not be run.</strong> Reason for the first:
          <pre className={classes.error}>{reason}</pre>
        </Notice>
      )}
    </>
  );
}
