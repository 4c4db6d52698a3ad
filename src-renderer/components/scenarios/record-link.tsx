/** The way from the library to what is recorded. */
import { Button } from '@mantine/core';
import { IconPlayerRecord } from '@tabler/icons-react';
import { Link } from 'react-router';

export function RecordLink() {
  return (
    <Button
      component={Link}
      to="/scenarios/record"
      variant="default"
      leftSection={<IconPlayerRecord size={14} aria-hidden />}
    >
      Recordings
    </Button>
  );
}
