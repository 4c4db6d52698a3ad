/**
 * The target of an import: an existing world file, whose text and comments are retained, a new file, or nothing (a
 * check). A world file gets its prices as a CSV file next to it. The result is validated as a whole before it is
 * written.
 */

import { basename, dirname, join } from 'node:path';
import { Document, isCollection, isMap, isNode, isPair, isSeq, parseDocument, YAMLMap, YAMLSeq } from 'yaml';
import type { PortfolioEntry } from '../../imports/portfolios/portfolio-entries.ts';
import { createCustomMarket } from '../../market/data/custom-market.ts';
import type { MarketData } from '../../market/data/market-data.ts';
import { MAX_DOCUMENT_BYTES } from '../../scenario/load/read-document.ts';
import { readWorld } from '../../scenario/load/read-world.ts';
import { describeFault } from '../../scenario/load/read-yaml.ts';
import { isFile, readyFile, removeFile } from '../../system/files/durable-files.ts';
import { readSource } from '../../system/files/read-source.ts';
import { packageRoot } from '../../system/package-root.ts';
import { checkContents } from '../../world/contents/check-contents.ts';
import { customMarketOf } from '../../world/contents/custom-market.ts';
import { readMarketFacts } from '../../world/market-facts.ts';
import { StartupError } from '../../world/startup-error.ts';

export type Target =
  | { readonly kind: 'check'; readonly file: null }
  | { readonly kind: 'into'; readonly file: string }
  | { readonly kind: 'out'; readonly file: string; readonly force: boolean };

interface OpenedTarget {
  /** Market of the target world. */
  readonly market: MarketData;
  /** Writes the world file, with its prices next to it; returns the written files. */
  write(addition: WorldAddition, csv: string | null): string[];
  /** Writes a file of another kind. */
  writeText(text: string): string[];
}

/** Exit 64 for a file in the way, 65 for a world file with errors. */
export function openTarget(target: Target): OpenedTarget {
  const shared = readMarketFacts(packageRoot()).market;
  const text = target.kind === 'into' ? readWorldText(target.file) : '';
  if (target.kind === 'out' && !target.force && isFile(target.file))
    throw new StartupError(64, [`--out: ${target.file} already exists; use --force to overwrite it`]);
  const write = (addition: WorldAddition, csv: string | null) =>
    target.file === null ? [] : writeWorld(target.file, text, addition, csv, shared);
  return {
    market: target.kind === 'into' ? marketOf(target.file, text, shared) : shared,
    write,
    writeText(content) {
      if (target.file === null) return [];
      readyFile(target.file, Buffer.from(content)).moveIn();
      return [target.file];
    },
  };
}

function readWorldText(file: string): string {
  const source = readSource(file, MAX_DOCUMENT_BYTES);
  if (!source.ok) throw new StartupError(65, [`${file}: ${source.issue}`]);
  return source.text;
}

/** Includes the custom instruments of the world; exit 65 for errors in the file. */
function marketOf(file: string, text: string, shared: MarketData): MarketData {
  if (text.trim() === '') return shared;
  const read = readWorld(file, text);
  if (!read.ok) throw new StartupError(65, read.faults.map(describeFault));
  const own = customMarketOf(read.value);
  const laid = own === null ? null : createCustomMarket(shared, own);
  return laid?.ok ? laid.market : shared;
}

function writeWorld(
  file: string,
  text: string,
  addition: WorldAddition,
  csv: string | null,
  shared: MarketData,
): string[] {
  const prices = csv === null ? null : freeName(file);
  const document = text.trim() === '' ? new Document({}) : parseDocument(text);
  append(document, 'instruments', addition.instruments);
  append(document, 'portfolios', addition.portfolios);
  append(document, 'series', prices === null ? [] : [basename(prices)]);
  const result = document.toString({ lineWidth: 120, flowCollectionPadding: true });
  if (prices !== null && csv !== null) readyFile(prices, Buffer.from(csv)).moveIn();
  try {
    const faults = faultsOf(file, result, shared);
    if (faults.length > 0) throw new StartupError(65, faults);
    readyFile(file, Buffer.from(result)).moveIn();
  } catch (error) {
    if (prices !== null) removeFile(prices);
    throw error;
  }
  return prices === null ? [file] : [prices, file];
}

/** Returns an unused file name next to the world file. */
function freeName(file: string): string {
  const base = join(dirname(file), basename(file).replace(/\.ya?ml$/i, ''));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? `${base}.prices.csv` : `${base}.prices-${number}.csv`;
    if (!isFile(name)) return name;
  }
}

function faultsOf(file: string, text: string, shared: MarketData): string[] {
  const read = readWorld(file, text);
  if (!read.ok) return read.faults.map(describeFault);
  const { faults, badRows } = checkContents(read.value, { file, root: null }, shared);
  const places = faults.map(({ path, issue }) => describeFault({ file, ...read.placeOf(path), pointer: path, issue }));
  return [...places, ...badRows];
}

/** Appends entries to a top-level list of the file, which is created if it is missing or empty. */
function append(document: Document | ReturnType<typeof parseDocument>, key: string, entries: readonly unknown[]): void {
  if (entries.length === 0) return;
  if (!isMap(document.contents)) document.contents = new YAMLMap() as typeof document.contents;
  const found = document.get(key);
  const list = isSeq(found) ? found : new YAMLSeq();
  if (list !== found) document.set(key, list);
  list.flow = false;
  for (const entry of entries) {
    const node = document.createNode(entry);
    shorten(node);
    list.add(node);
  }
}

/** A map or list that fits is written on one line. */
const LONGEST_LINE = 100;

function shorten(node: unknown, isTop = true): void {
  if (!isCollection(node)) return;
  if (!isTop && JSON.stringify(node.toJSON()).length <= LONGEST_LINE) {
    node.flow = true;
    return;
  }
  for (const item of node.items) {
    if (isPair(item)) shorten(item.value, false);
    else if (isNode(item)) shorten(item, false);
  }
}

/** The additions of an import to a world file, in the format of world files. */
interface WorldAddition {
  readonly instruments: readonly object[];
  readonly portfolios: readonly PortfolioEntry[];
}
