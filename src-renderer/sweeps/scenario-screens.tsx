/** What lies at an address below `/scenarios`: a scenario, or a sweep of one. */
import { useParams } from 'react-router';
import { ScenarioPage } from '../scenarios/scenario-page.tsx';
import { sweptFile } from './sweep-address.ts';
import { SweepPage } from './sweep-page.tsx';

export function ScenarioScreens() {
  const { '*': path = '' } = useParams();
  const file = sweptFile(path);
  return file === null ? <ScenarioPage /> : <SweepPage key={file} file={file} />;
}
