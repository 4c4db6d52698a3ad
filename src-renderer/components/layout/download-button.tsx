/** A button that saves a file of the service under `name`, or under the name that the service gives it. */
import { Button, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { withPageToken } from '../../api/page-token.ts';

interface DownloadButtonProps {
  readonly path: string;
  readonly name?: string;
  readonly tip?: string;
  readonly children: ReactNode;
}

export function DownloadButton({ path, name = '', tip, children }: DownloadButtonProps) {
  return (
    <Tooltip label={tip} disabled={tip === undefined} maw={280}>
      <Button
        component="a"
        href={withPageToken(path)}
        download={name}
        variant="default"
        leftSection={<IconDownload size={14} aria-hidden />}
      >
        {children}
      </Button>
    </Tooltip>
  );
}
