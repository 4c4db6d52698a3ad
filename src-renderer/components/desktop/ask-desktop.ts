/** Sends one message to the desktop and judges its answer. Throws where it refuses, in its own words. */
import './no-eval.ts';
import { type DesktopAnswer, desktopAnswer, type FromPage } from '../../../src-server/contract/desktop.ts';
import type { DesktopBridge } from './desktop-bridge.ts';

export async function askDesktop(
  bridge: DesktopBridge,
  message: FromPage,
): Promise<Exclude<DesktopAnswer, { kind: 'refused' }>> {
  const answer = desktopAnswer.parse(await bridge.send(message));
  if (answer.kind === 'refused') throw new Error(answer.reason);
  return answer;
}
