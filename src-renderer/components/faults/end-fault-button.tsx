/** Ends one fault, of the market or of the wire; the toast takes that back. */
import { Button } from '@mantine/core';
import { endFault } from '../../api/faults-api.ts';
import { useAction } from '../feedback/use-action.ts';
import { faultsUndoing } from './faults-undoing.ts';
import { withReconnections } from './reconnections.ts';

interface EndFaultButtonProps {
  readonly faultId: string;
  /** What its kind is called. */
  readonly label: string;
}

export function EndFaultButton({ faultId, label }: EndFaultButtonProps) {
  const end = useAction({
    doing: 'Ending the fault',
    run: async () => withReconnections([await endFault(faultId)]),
    done: ({ reconnections }) =>
      `${label} ended.${reconnections === '' ? ' What it has already done remains.' : reconnections}`,
    undo: ({ ended }) => faultsUndoing(ended),
  });
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`End the fault ${label}`}
      loading={end.isPending}
      onClick={(event) => {
        // Its row may be one that opens.
        event.stopPropagation();
        end.mutate(undefined);
      }}
    >
      End
    </Button>
  );
}
