/** The tools of a chart: zoom, reset the zoom, save it as a picture, save its rows for a spreadsheet. */
import { ActionIcon, Group, Text } from '@mantine/core';
import { type Icon, IconCsv, IconPhotoDown, IconZoomReset } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { showFailure } from '../feedback/show-failure.ts';
import { Hint } from '../layout/hint.tsx';
import { fileName, saveBlob } from '../layout/save-file.ts';
import { saveCsv } from '../tables/csv-file.ts';
import classes from './charts.module.css';
import type { FigureZoom } from './use-chart-zoom.ts';

/** For every chart that can be zoomed. */
export const ZOOM_HINT = 'Drag or Ctrl + wheel zooms, Shift + drag moves.';
const MORE_HINT =
  'Double-click resets. After a click on the chart, the wheel works without Ctrl. Keys: + and − zoom, Shift ← → moves, 0 resets.';

export interface ChartToolsProps {
  /** Name of the chart, and of its files. */
  readonly label: string;
  readonly zoom?: FigureZoom | undefined;
  /** The header and a line for every row shown. */
  readonly csv: () => readonly (readonly string[])[];
}

export function ChartTools({ label, zoom, csv }: ChartToolsProps) {
  const tools = useRef<HTMLDivElement>(null);
  const png = useMutation({
    mutationFn: async () => {
      const figure = tools.current?.closest('figure');
      if (figure instanceof HTMLElement) saveBlob(`${fileName(label)}.png`, await pictureOf(figure, label));
    },
    onError: (error) => showFailure('Saving the image', error),
  });
  return (
    <div className={classes.tools} data-chart-tools>
      {zoom !== undefined && (
        <Text c="dimmed" fz="xs" title={MORE_HINT}>
          {ZOOM_HINT}
        </Text>
      )}
      <Group ref={tools} gap={2} wrap="nowrap" role="toolbar" aria-label={`Chart ${label}`}>
        {zoom?.isZoomed && <Tool label="Reset zoom (0)" Icon={IconZoomReset} onClick={zoom.reset} />}
        <Tool label="Download PNG" Icon={IconPhotoDown} loading={png.isPending} onClick={() => png.mutate()} />
        <Tool
          label={zoom?.isZoomed ? 'Download CSV of the visible range' : 'Download CSV'}
          Icon={IconCsv}
          onClick={() => void saveCsv(zoom?.isZoomed ? `${label} zoomed` : label, csv())}
        />
      </Group>
    </div>
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
    <Hint label={label}>
      <ActionIcon size="sm" aria-label={label} {...button}>
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Hint>
  );
}

/** Excluded from pictures: tools, and the card at the pointer. */
const NOT_PICTURED =
  '[data-chart-tools], [data-at-pointer], .recharts-tooltip-wrapper, .recharts-tooltip-cursor, .recharts-active-dot';
const DENSITY = 2;
const TITLE_PX = 30;

/** The figure below a title, on the background of its theme, sharp on a dense screen. */
async function pictureOf(figure: HTMLElement, label: string): Promise<Blob> {
  const { toCanvas } = await import('html-to-image');
  const look = getComputedStyle(figure);
  const chart = await toCanvas(figure, {
    pixelRatio: DENSITY,
    fontEmbedCSS: await latinFaces(),
    backgroundColor: look.getPropertyValue('--panel'),
    filter: (node) => !(node instanceof Element && node.matches(NOT_PICTURED)),
  });
  const picture = new OffscreenCanvas(chart.width, chart.height + TITLE_PX * DENSITY);
  const pen = picture.getContext('2d');
  if (pen === null) throw new Error('The browser could not make an image of the chart.');
  pen.fillStyle = look.getPropertyValue('--panel');
  pen.fillRect(0, 0, picture.width, picture.height);
  pen.drawImage(chart, 0, TITLE_PX * DENSITY);
  pen.scale(DENSITY, DENSITY);
  pen.fillStyle = look.color;
  pen.font = `600 ${look.fontSize} ${look.fontFamily}`;
  pen.fillText(`${document.title.replace(' · Ballast', '')} · ${label}`, 12, TITLE_PX - 10);
  return picture.convertToBlob();
}

/**
 * The app's fonts for Latin letters, as rules with embedded files: a picture loads nothing. html-to-image would read
 * them in a way that the page's security policy blocks.
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
