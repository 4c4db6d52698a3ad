/**
 * The screens of one scenario, told apart by the end of the address (a file may lie in folders, so it may have any parts):
 * itself, the timeline of a run of it, or a sweep of it.
 */
import { useParams } from 'react-router';
import { sweptFile } from './sweeps/sweep-address.ts';
import { SweepPage } from './sweeps/sweep-page.tsx';
import { RunTimelinePage } from './timeline/run-timeline-page.tsx';
import { ScenarioPage } from './scenario-page.tsx';

const TIMELINE = '/timeline';

export function ScenarioScreens() {
  const { '*': path = '' } = useParams();
  if (path.endsWith(TIMELINE)) return <RunTimelinePage file={path.slice(0, -TIMELINE.length)} />;
  const swept = sweptFile(path);
  return swept === null ? <ScenarioPage /> : <SweepPage key={swept} file={swept} />;
}
