/** Says that a draft of a new portfolio was left and is here again, with the way to begin anew. */

import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Notice } from '../../../components/feedback/notice.tsx';
import { paths } from '../../../paths.ts';

interface LeftDraftProps {
  readonly form: 'A' | 'B';
  /** Whether its fields are on the screen. */
  readonly isOpen: boolean;
  readonly onAnew: () => void;
}

export function RestoreDraftNotice({ form, isOpen, onAnew }: LeftDraftProps) {
  const goOn = (
    <Button component={Link} to={paths.newPortfolio(form)}>
      Go on with it
    </Button>
  );
  return (
    <Notice
      tone="live"
      side={
        <>
          {!isOpen && goOn}
          <Button variant="default" onClick={onAnew}>
            Begin anew
          </Button>
        </>
      }
    >
      <strong>{isOpen ? 'This is the draft that you left.' : `A draft of Form ${form} was left.`}</strong>
      <div className="muted">It is kept in this tab until the portfolio is made, or you begin anew.</div>
    </Notice>
  );
}
