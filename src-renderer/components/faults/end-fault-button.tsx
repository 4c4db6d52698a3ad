/** Ends one fault, of the market or of HTTP; the toast offers an undo. */
import { Button } from '@mantine/core';
import { endFault } from '../../api/faults-api.ts';
import { useAction } from '../feedback/use-action.ts';
import { faultsUndoing } from './faults-undoing.ts';
import { withReconnections } from './reconnections.ts';

interface EndFaultButtonProps {
  readonly faultId: string;
  /** Name of its kind. */
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
        // Its table row may open something on click.
        event.stopPropagation();
        end.mutate(undefined);
      }}
    >
      End
    </Button>
  );
}
