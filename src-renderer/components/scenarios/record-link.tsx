/** The way from the library to what is recorded. */

import { Button } from '@mantine/core';
import { IconPlayerRecord } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';

export function RecordLink() {
  return (
    <Button
      component={Link}
      to={paths.recordings}
      variant="default"
      leftSection={<IconPlayerRecord size={14} aria-hidden />}
    >
      Recordings
    </Button>
  );
}
