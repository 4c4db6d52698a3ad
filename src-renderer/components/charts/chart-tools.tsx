/** What can be done with a chart: show all of it again, save it as a picture, save its rows for a spreadsheet. */
import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { type Icon, IconCsv, IconPhotoDown, IconZoomReset } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { showFailure } from '../feedback/show-failure.ts';
import { fileName, saveBlob } from '../layout/save-file.ts';
import { saveCsv } from '../tables/csv-file.ts';
import classes from './charts.module.css';
import type { ChartZoom } from './use-chart-zoom.ts';

export interface ChartToolsProps {
  /** Of the chart, and of its files. */
  readonly label: string;
  readonly zoom?: ChartZoom | undefined;
  /** The head and a line for every row that is drawn. */
  readonly csv: () => readonly (readonly string[])[];
}

export function ChartTools({ label, zoom, csv }: ChartToolsProps) {
  const tools = useRef<HTMLDivElement>(null);
  const png = useMutation({
    mutationFn: async () => {
      const figure = tools.current?.closest('figure');
      if (figure instanceof HTMLElement) saveBlob(`${fileName(label)}.png`, await pictureOf(figure));
    },
    onError: (error) => showFailure('Drawing the picture', error),
  });
  return (
    <Group
      ref={tools}
      className={classes.tools}
      gap={2}
      role="toolbar"
      aria-label={`Chart ${label}`}
      data-chart-tools={zoom?.isZoomed ? 'zoomed' : ''}
    >
      {zoom?.isZoomed && <Tool label="Reset zoom (0)" Icon={IconZoomReset} onClick={zoom.reset} />}
      <Tool label="Download PNG" Icon={IconPhotoDown} loading={png.isPending} onClick={() => png.mutate()} />
      <Tool
        label={zoom?.isZoomed ? 'Download CSV of what is zoomed to' : 'Download CSV'}
        Icon={IconCsv}
        onClick={() => void saveCsv(zoom?.isZoomed ? `${label} zoomed` : label, csv())}
      />
    </Group>
  );
}

interface ToolProps {
  readonly label: string;
  readonly Icon: Icon;
  readonly loading?: boolean;
  readonly onClick: () => void;
}

function Tool({ label, Icon, ...button }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon size="sm" aria-label={label} {...button}>
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** The figure without its tools, on the ground of its theme, sharp on a dense screen. */
async function pictureOf(figure: HTMLElement): Promise<Blob> {
  const { toBlob } = await import('html-to-image');
  const picture = await toBlob(figure, {
    pixelRatio: 2,
    fontEmbedCSS: await latinFaces(),
    backgroundColor: getComputedStyle(figure).getPropertyValue('--panel'),
    filter: (node) => node.dataset?.chartTools === undefined,
  });
  if (picture === null) throw new Error('The browser made no picture of the chart.');
  return picture;
}

/**
 * The app's fonts for Latin letters, as rules that have their files in them: a picture loads nothing. html-to-image would
 * look for them in a way that the security policy of the page refuses.
 */
async function latinFaces(): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const faces = rules.filter((rule) => rule instanceof CSSFontFaceRule && /U\+0{1,4}-0{0,2}FF/i.test(rule.cssText));
  return (await Promise.all(faces.map(withFile))).join('\n');
}

async function withFile({ cssText, parentStyleSheet }: CSSRule): Promise<string> {
  const [found = '', address = ''] = /url\("?([^")]+)"?\)/.exec(cssText) ?? [];
  if (address === '' || address.startsWith('data:')) return cssText;
  const response = await fetch(new URL(address, parentStyleSheet?.href ?? document.baseURI));
  return cssText.replace(found, `url("${await dataUrl(await response.blob())}")`);
}

function dataUrl(content: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result));
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(content);
  return promise;
}
