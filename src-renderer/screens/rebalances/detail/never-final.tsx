/** Says why a rebalance never becomes final by itself, and leads to where that can be changed. */

import { Button } from '@mantine/core';
import { Link } from 'react-router';
import classes from '../../../components/layout/dialog.module.css';
import { DialogFrame } from '../../../components/layout/dialog-frame.tsx';
import { paths } from '../../../paths.ts';

interface NeverFinalProps {
  /** A sentence each. */
  readonly obstacles: readonly string[];
  readonly onClose: () => void;
}

export function NeverFinal({ obstacles, onClose }: NeverFinalProps) {
  return (
    <DialogFrame title="It never becomes final by itself" size={560} closeLabel="Close this" onClose={onClose}>
      <div className={classes.dialogText}>
        <p>The clock was not moved, because no time is long enough:</p>
        <ul>
          {obstacles.map((obstacle) => (
            <li key={obstacle}>{obstacle}</li>
          ))}
        </ul>
        <p>End the fault or let the line up, or cancel the open orders. Any length of time can still be advanced.</p>
      </div>
      <div className={classes.dialogFoot}>
        <Button variant="default" data-autofocus onClick={onClose}>
          Close
        </Button>
        <Button component={Link} to={paths.market}>
          Go to exchanges and faults
        </Button>
      </div>
    </DialogFrame>
  );
}
