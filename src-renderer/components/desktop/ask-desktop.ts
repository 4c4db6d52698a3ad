/** Sends one message to the desktop and validates its response. Throws the desktop's own message if it refuses. */
import './no-eval.ts';
import { type DesktopResponse, desktopResponse, type FromPage } from '../../../src-server/contract/desktop.ts';
import type { DesktopBridge } from './desktop-bridge.ts';

export async function askDesktop(
  bridge: DesktopBridge,
  message: FromPage,
): Promise<Exclude<DesktopResponse, { kind: 'refused' }>> {
  const response = desktopResponse.parse(await bridge.send(message));
  if (response.kind === 'refused') throw new Error(response.reason);
  return response;
}
