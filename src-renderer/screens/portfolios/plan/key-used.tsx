/** A key of Form A that has its answer already: what its request would get, said before it is sent. */

import { Button, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import { startRebalanceA } from '../../../api/rebalances-api.ts';
import { useSession } from '../../../api/world-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { useAction } from '../../../components/feedback/use-action.ts';
import { paths } from '../../../paths.ts';
import { ConfirmationFrame } from './confirmation-frame.tsx';

interface KeyUsedProps {
  readonly portfolioId: string;
  readonly idempotencyKey: string;
  /** The service's own words. */
  readonly message: string;
  readonly onBack: () => void;
}

export function KeyUsed({ portfolioId, idempotencyKey, message, onBack }: KeyUsedProps) {
  const session = useSession().data;
  const navigate = useNavigate();
  const send = useAction({
    doing: 'Sending the request again',
    run: async () => {
      if (session === undefined) throw new Error('The session has not been read yet.');
      // A used key gets its first answer whatever else the request says (decision F5); with a free key this is refused.
      return startRebalanceA(session, portfolioId, { target_weights: {}, idempotency_key: idempotencyKey });
    },
    done: ({ rebalanceId }) => `Replayed: the service gave the answer of ${rebalanceId} again. Nothing was executed.`,
    after: ({ rebalanceId }) => navigate(paths.rebalance(rebalanceId)),
  });
  return (
    <ConfirmationFrame>
      <Notice tone="warn">
        <strong>This key was used before.</strong> {message}
        <Text component="div" c="dimmed">
          Enter another key to execute this plan. A key is free again 24 hours of virtual time after its first answer.
        </Text>
      </Notice>
      <Button variant="default" onClick={onBack}>
        Back
      </Button>
      <Button loading={send.isPending} onClick={() => send.mutate(undefined)}>
        Send it again for the first answer
      </Button>
    </ConfirmationFrame>
  );
}
