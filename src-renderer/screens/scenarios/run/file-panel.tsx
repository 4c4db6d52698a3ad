/** The text of a scenario, with the lines of a step or of its errors marked. */
import { Box } from '@mantine/core';
import type { ScenarioRunWire } from '../../../../src-server/contract/control/scenarios/scenario-runs.ts';
import { useScenarioText } from '../../../api/runs/scenarios-api.ts';
import { CodeView } from '../../../components/code/code-view.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { Panel } from '../../../components/layout/panel.tsx';

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

/** The line where a step begins, counted from 1, and the more deeply indented lines below it. */
export function linesOfStep(text: string, first: number): number[] {
  const lines = text.split('\n');
  const indent = indentOf(lines[first - 1] ?? '');
  const after = lines.slice(first).findIndex((line) => line.trim() !== '' && indentOf(line) <= indent);
  const end = after === -1 ? lines.length : first + after;
  const own = Array.from({ length: Math.max(0, end - first + 1) }, (_, index) => first + index);
  // Blank lines and comments before the next step do not belong to this one.
  const last = own.findLast((line) => !/^\s*(?:#|$)/.test(lines[line - 1] ?? ''));
  return own.filter((line) => last !== undefined && line <= last);
}

/** Errors begin with their place: `file:line:column`. */
export function faultLines(faults: readonly string[]): number[] {
  return [...new Set(faults.flatMap((fault) => Number(/:(\d+):\d+ /.exec(fault)?.[1] ?? 0) || []))];
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
