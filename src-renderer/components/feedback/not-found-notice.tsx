/** What stands in place of an object that this world does not have: lost with a reset or restore, or never there. */
import { Code, Text } from '@mantine/core';
import { useLocation } from 'react-router';
import type { ApiError } from '../../api/api-error.ts';
import { listPath } from '../../paths.ts';
import { EmptyPanel } from '../layout/empty-panel.tsx';
import { NextStep } from '../layout/next-step.tsx';

const WHY = 'It may have gone with a reset or a restored snapshot, or the address is wrong.';

/** `wasThere`: it was on screen a moment ago. */
export function NotFoundNotice({ error, wasThere }: { readonly error: ApiError; readonly wasThere: boolean }) {
  const { pathname } = useLocation();
  return (
    <EmptyPanel role="alert">
      <strong>{wasThere ? 'This is not in this world any more.' : 'This is not in this world.'}</strong>
      {error.message} {wasThere ? 'A reset or a restored snapshot took it away.' : WHY}
      <NextStep to={listPath(pathname)}>Go back to the list</NextStep>
      <Text component="div" c="dimmed">
        <Code>{error.code}</Code> · HTTP {error.status}
      </Text>
    </EmptyPanel>
  );
}
