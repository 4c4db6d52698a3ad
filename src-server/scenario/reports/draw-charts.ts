/**
 * Draws the charts of a report. These functions run in the page: their source is inserted there, so they may only use
 * each other and `uPlot`. Charts are drawn when their scenario is opened, and again when the theme or the width
 * changes.
 */
import type uPlot from 'uplot';
import type { Chart } from './chart-data.ts';

function drawCharts(library: typeof uPlot): void {
  const drawn: { readonly plot: uPlot; readonly place: HTMLElement }[] = [];
  const draw = (section: HTMLDetailsElement) => {
    const data = section.querySelector('script[type="application/json"]');
    if (data === null || section.dataset.drawn === 'yes') return;
    section.dataset.drawn = 'yes';
    const charts = JSON.parse(data.textContent ?? '[]') as Chart[];
    const places = section.querySelectorAll<HTMLElement>('.chart');
    charts.forEach((chart, index) => {
      const place = places[index];
      if (place === undefined) return;
      const aligned = [chart.times, ...chart.lines.map(({ values }) => values)] as uPlot.AlignedData;
      drawn.push({ plot: new library(chartOptions(library, chart, place.clientWidth), aligned, place), place });
    });
  };
  const redraw = () => {
    for (const { plot, place } of drawn) {
      if (place.clientWidth > 0) plot.setSize({ width: place.clientWidth, height: 220 });
      plot.redraw(false, true);
    }
  };
  for (const section of document.querySelectorAll('details')) {
    section.addEventListener('toggle', () => section.open && draw(section));
    if (section.open) draw(section);
  }
  // A link of the table leads to a scenario that may be closed.
  const follow = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target instanceof HTMLDetailsElement) target.open = true;
  };
  addEventListener('hashchange', follow);
  follow();
  addEventListener('resize', redraw);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
}

function chartOptions(library: typeof uPlot, chart: Chart, width: number): uPlot.Options {
  return {
    width,
    height: 220,
    tzDate: (seconds) => library.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    cursor: { points: { size: 6 } },
    legend: { live: true },
    scales: {
      y: {
        range: (_plot, least, most) => {
          const low = chart.isStepped || chart.band !== null ? 0 : least;
          const high = Math.max(most, chart.band ?? most);
          const room = (high - low || Math.abs(high) || 1) * 0.08;
          return [low === 0 ? 0 : low - room, high + room];
        },
      },
    },
    axes: axesOf(),
    series: seriesOf(library, chart),
    hooks: { drawAxes: [(plot) => drawBand(plot, chart.band)] },
  };
}

function axesOf(): uPlot.Axis[] {
  return [
    {
      stroke: () => colour('--ink-3'),
      grid: { stroke: () => colour('--line'), width: 1 },
      ticks: { show: false },
      values: (_plot, seconds, _axis, _space, every) => timeLabels(seconds, every),
    },
    {
      stroke: () => colour('--ink-3'),
      grid: { stroke: () => colour('--line'), width: 1 },
      ticks: { show: false },
      size: 76,
      values: (_plot, ticks) => ticks.map((tick) => tick.toLocaleString('en', { maximumFractionDigits: 2 })),
    },
  ];
}

function seriesOf(library: typeof uPlot, chart: Chart): uPlot.Series[] {
  return [
    {
      label: 'UTC',
      value: (_plot, seconds) =>
        seconds === null ? '–' : new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' '),
    },
    ...chart.lines.map(({ label }, index): uPlot.Series => {
      const stepped = library.paths.stepped?.({ align: 1 });
      return {
        label,
        stroke: () => colour(`--line-${(index % 8) + 1}`),
        width: 1.5,
        spanGaps: true,
        points: { show: false },
        value: (_plot, value) => formatValue(value, chart.unit),
        ...(chart.isStepped && stepped ? { paths: stepped } : {}),
      };
    }),
  ];
}

function drawBand(plot: uPlot, band: number | null): void {
  if (band === null) return;
  const { left, top, width: wide, height } = plot.bbox;
  const y = plot.valToPos(band, 'y', true);
  plot.ctx.save();
  plot.ctx.fillStyle = colour('--band');
  plot.ctx.fillRect(left, y, wide, Math.max(0, top + height - y));
  plot.ctx.strokeStyle = colour('--ink-3');
  plot.ctx.setLineDash([6, 4]);
  plot.ctx.beginPath();
  plot.ctx.moveTo(left, y);
  plot.ctx.lineTo(left + wide, y);
  plot.ctx.stroke();
  plot.ctx.restore();
}

function formatValue(value: number | null, unit: string): string {
  if (value === null || value === undefined) return '–';
  const digits = unit === '' ? 0 : 2;
  const text = value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return unit === '' ? text : `${text} ${unit}`;
}

/** In one format for every reader, with the date if it differs from that of the previous label. */
function timeLabels(seconds: readonly number[], every: number): string[] {
  let shownDate = '';
  return seconds.map((second) => {
    const [date = '', time = ''] = new Date(second * 1000).toISOString().split('T');
    if (every >= 86_400) return date;
    const label = time.slice(0, every < 60 ? 8 : 5);
    const isNew = date !== shownDate;
    shownDate = date;
    return isNew ? `${label}\n${date}` : label;
  });
}

function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** All of it as the script of a page that has `uPlot`. */
export const chartScript = () => `(() => {
${[chartOptions, axesOf, seriesOf, drawBand, formatValue, timeLabels, colour].join('\n')}
(${drawCharts})(uPlot);
})()`;
