/** For prices that begin before the world's present: offers a new world within their range, and opens it. */
import { Button } from '@mantine/core';
import type { PriceImportReport } from '../../../src-server/contract/control/imports/import-report.ts';
import { appOfWorld, makeWorld } from '../../api/worlds-api.ts';
import { Notice } from '../feedback/notice.tsx';
import { useAction } from '../feedback/use-action.ts';
import { formatInstant } from '../format/format-time.ts';
import { type ImportDraft, pricesToRead } from './import-draft.ts';

interface NewWorldOfferProps {
  readonly draft: ImportDraft;
  readonly report: PriceImportReport;
  readonly offer: NonNullable<PriceImportReport['new_world']>;
  readonly onMade: () => void;
}

export function NewWorldOffer({ draft, report, offer, onMade }: NewWorldOfferProps) {
  const { clock, until, ended } = offer;
  const make = useAction({
    doing: 'Creating the world',
    run: () => makeWorld({ clock, clock_mode: 'manual', import: withIsins(draft, report), keep: false }),
    after: ({ name }) => {
      onMade();
      window.location.assign(appOfWorld(name));
    },
  });
  return (
    <Notice
      tone={ended ? 'warn' : 'plain'}
      side={
        <Button variant={ended ? 'filled' : 'default'} loading={make.isPending} onClick={() => make.mutate(undefined)}>
          Create the new world
        </Button>
      }
    >
      {ended
        ? 'These prices end before the current time of this world, so it cannot use them.'
        : 'These prices begin before the current time of this world, so it uses only the prices from now on.'}{' '}
      You can make a new world that starts within the period of the prices: from {formatInstant(clock)} (virtual UTC)
      until {until}, every series has a price. The new world has no portfolios, and its clock waits until you advance
      it. This world does not change.
    </Notice>
  );
}

/** A new world lacks the instruments added to this one, so their names are mapped to ISINs. */
function withIsins(draft: ImportDraft, { series }: PriceImportReport) {
  const found = series.filter(({ exchanges }) => exchanges.length > 0).map(({ name, subject }) => [name, subject]);
  return { ...pricesToRead(draft), mapping: { ...Object.fromEntries(found), ...draft.mapping } };
}
