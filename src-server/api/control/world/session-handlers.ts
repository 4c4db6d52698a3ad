/** `/sim/session` and `/sim/fingerprint`: describes this run, and the inputs that make it repeatable. */
import type { sessionOperations } from '../../../contract/control/world/session-operations.ts';
import { accepted } from '../../../engine/outcome.ts';
import type { HandlersFor } from '../../services.ts';

export const sessionHandlers: HandlersFor<typeof sessionOperations, 'session' | 'fingerprint'> = {
  getSession: ({ session }) => accepted(session()),
  getFingerprint: ({ fingerprint }) => accepted(fingerprint()),
};
