/** A button that saves a file of the service under `name`, or under the service's own name for it. */
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { MouseEvent, ReactNode } from 'react';
import { readApiError } from '../../api/api-error.ts';
import { withPageToken } from '../../api/page-token.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { showFailure } from '../feedback/show-failure.ts';
import { saveServedCsv } from '../tables/csv-file.ts';
import { Hint } from './hint.tsx';

interface DownloadButtonProps {
  readonly path: string;
  readonly name?: string;
  readonly tip?: string;
  readonly children: ReactNode;
}

/** A CSV file is converted if a decimal comma is wanted; the service writes decimal points. */
export function DownloadButton({ path, name = '', tip, children }: DownloadButtonProps) {
  const isMadeAnew = usePreferences(({ decimalSign }) => decimalSign === ',') && name.endsWith('.csv');
  const href = withPageToken(path);
  const making = useMutation({
    mutationFn: async () => saveServedCsv(name, await readFile(href)),
    onError: (error) => showFailure(`Saving ${name}`, error),
  });
  const makeAnew = (event: MouseEvent) => {
    event.preventDefault();
    making.mutate();
  };
  return (
    <Hint label={tip} disabled={tip === undefined} maw={280}>
      <Button
        component="a"
        href={href}
        download={name}
        variant="default"
        leftSection={<IconDownload size={14} aria-hidden />}
        loading={making.isPending}
        {...(isMadeAnew ? { onClick: makeAnew } : {})}
      >
        {children}
      </Button>
    </Hint>
  );
}

async function readFile(href: string): Promise<string> {
  const response = await fetch(href);
  const text = await response.text();
  if (!response.ok) throw readApiError(response.status, text);
  return text;
}
