/** Settings of the app's user: theme, layout, and hints for new users. Nothing here changes the world. */
import { Button, type MantineColorScheme, NativeSelect, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { keysOf } from '../../components/commands/key-caps.tsx';
import { plural } from '../../components/format/format-number.ts';
import { FOREIGN_CURRENCIES } from '../../components/forms/currency-choice.tsx';
import { Dimmed } from '../../components/layout/dimmed.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { useLayout } from '../../state/layout-store.ts';
import { useOverlay } from '../../state/overlay-store.ts';
import { type DecimalSign, usePreferences } from '../../state/preferences-store.ts';
import { useTour, useTourSeen } from '../../state/tour-store.ts';
import { Setting } from './setting.tsx';

const THEMES: { value: MantineColorScheme; label: string }[] = [
  { value: 'auto', label: 'Same as the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

export function GeneralSettings() {
  const start = useTour((tour) => tour.start);
  const { isSeen } = useTourSeen();
  const { dismissedHints, showHints } = usePreferences();
  const show = useOverlay((state) => state.show);
  const count = dismissedHints.length;
  return (
    <>
      <Appearance />
      <Panel title="Tour and hints">
        <Setting
          label="Tour"
          says={`A few real steps in the app, for advisers, analysts or testers. ${isSeen ? 'You have seen it.' : 'You have not finished it yet.'}`}
        >
          <Button variant="default" onClick={start}>
            Take the tour
          </Button>
        </Setting>
        <Setting
          label="Hints"
          says={count === 0 ? 'No hints are hidden.' : `${plural(count, 'was', 'were')} dismissed.`}
        >
          <Button variant="default" disabled={count === 0} onClick={showHints}>
            Show them again
          </Button>
        </Setting>
        <Setting label="Keyboard" says="You can do everything without a mouse.">
          <Button variant="default" onClick={() => show('shortcuts')}>
            Shortcuts{keysOf('shortcuts').hint}
          </Button>
        </Setting>
      </Panel>
    </>
  );
}

const DECIMAL_SIGNS: { value: DecimalSign; label: string }[] = [
  { value: '.', label: '1234.56' },
  { value: ',', label: '1234,56' },
];

const REPORTING_CHOICES = ['EUR', ...FOREIGN_CURRENCIES, { value: '', label: 'Each portfolio’s base currency' }];

function Appearance() {
  const { reportingCurrency, reportIn, decimalSign, writeDecimalsWith } = usePreferences();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { past, future, undo, redo, reset } = useLayout();
  return (
    <Panel title="Appearance">
      <Setting label="Theme" says="Stored on the server, like everything else on this page.">
        <SegmentedControl aria-label="Theme" data={THEMES} value={colorScheme} onChange={setColorScheme} />
      </Setting>
      <Setting
        label="Reporting currency"
        says="Lists show, total and sort portfolios in this currency, at current mid rates. The NAV in the base currency is shown next to it."
      >
        <NativeSelect
          aria-label="Reporting currency"
          data={REPORTING_CHOICES}
          value={reportingCurrency}
          onChange={({ currentTarget: { value } }) => reportIn(value)}
        />
      </Setting>
      <Setting
        label="Decimal separator in copied tables and CSV files"
        says="Choose the separator that your spreadsheet expects. With a comma, CSV fields are separated by semicolons."
      >
        <SegmentedControl
          aria-label="Decimal separator in copied tables and CSV files"
          data={DECIMAL_SIGNS}
          value={decimalSign}
          onChange={writeDecimalsWith}
        />
      </Setting>
      <Setting label="Motion" says="Ballast shows no animations if your system asks for reduced motion.">
        <Dimmed>same as the system</Dimmed>
      </Setting>
      <Setting label="Times" says="All times are UTC. They are virtual times, unless a column says real time.">
        <Dimmed>UTC</Dimmed>
      </Setting>
      <Setting
        label="Layout"
        says="The sidebar, collapsed panels, and the columns and sort order of tables. You can undo every change, including the reset."
      >
        <Button variant="default" disabled={past.length === 0} title={keysOf('undo').hint.trim()} onClick={undo}>
          Undo
        </Button>
        <Button variant="default" disabled={future.length === 0} title={keysOf('redo').hint.trim()} onClick={redo}>
          Redo
        </Button>
        <Button variant="default" onClick={reset}>
          Reset the layout
        </Button>
      </Setting>
    </Panel>
  );
}
