/** The screens of one scenario, told apart by the end of the address: itself, the timeline of a run, or a sweep. */
import { useParams } from 'react-router';
import { readScenarioPath } from '../../paths.ts';
import { ScenarioPage } from './scenario-page.tsx';
import { SweepPage } from './sweeps/sweep-page.tsx';
import { RunTimelinePage } from './timeline/run-timeline-page.tsx';

export function ScenarioScreens() {
  const { '*': path = '' } = useParams();
  const { file, view } = readScenarioPath(path);
  if (view === 'timeline') return <RunTimelinePage file={file} />;
  return view === 'run' ? <ScenarioPage /> : <SweepPage key={file} file={file} />;
}
