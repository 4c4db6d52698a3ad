/** Sends one message to the desktop and validates its response. Throws the desktop's own message if it refuses. */
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
