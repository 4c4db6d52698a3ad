/** The text of a scenario, with the lines of a step or of its errors marked. */
import { Box } from '@mantine/core';
import type { ScenarioRunWire } from '../../../../src-server/contract/control/scenarios/scenario-runs.ts';
import { useScenarioText } from '../../../api/runs/scenarios-api.ts';
import { CodeView } from '../../../components/code/code-view.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { faultLines, linesOfStep } from './marked-lines.ts';

interface FilePanelProps {
  readonly file: string;
  readonly step?: ScenarioRunWire['steps'][number] | undefined;
  readonly faults?: readonly string[];
}

export function FilePanel({ file, step, faults = [] }: FilePanelProps) {
  return (
    <QueryBoundary query={useScenarioText(file)} doing="Loading the file">
      {({ text, path }) => {
        // A step may be in a file that this one includes.
        const isHere = step !== undefined && path.replaceAll('\\', '/').endsWith(step.file.replaceAll('\\', '/'));
        const lines = isHere ? linesOfStep(text, step.line) : faultLines(faults);
        return (
          <Panel title="File" side={<Dimmed>{sideOf(step, isHere)}</Dimmed>}>
            <Box p="sm">
              <CodeView
                value={text}
                language="yaml"
                label="Text of the scenario"
                lineNumbers
                maxHeight="max(320px, 60vh)"
                highlightLines={lines}
              />
            </Box>
          </Panel>
        );
      }}
    </QueryBoundary>
  );
}

function sideOf(step: FilePanelProps['step'], isHere: boolean): string {
  if (step === undefined) return '';
  return isHere ? `step ${step.index + 1}, line ${step.line}` : `step ${step.index + 1} is in ${step.file}`;
}
