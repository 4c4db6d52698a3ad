/** Commands about the built-in receivers of webhooks. Each throws ApiError. */
import type { SinkScriptView } from '../../src-server/contract/control/webhooks/sinks.ts';
import { sendJson } from './api-client.ts';
import type { FormBody } from './market-calls.ts';

/** What it answers from now on (`ScriptSink`). */
export function scriptSink(name: string, body: FormBody): Promise<SinkScriptView> {
  return sendJson('PUT', sinkPath(name), { body });
}

/** From now on it answers 200 again. */
export function unscriptSink(name: string): Promise<SinkScriptView> {
  return sendJson('DELETE', `${sinkPath(name)}/answers`);
}

/** Forgets what it received; what it answers stays. */
export function emptySink(name: string): Promise<{ name: string; forgotten: number }> {
  return sendJson('DELETE', sinkPath(name));
}

function sinkPath(name: string): string {
  return `/sim/sinks/${encodeURIComponent(name)}`;
}
