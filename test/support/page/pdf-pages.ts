/** Reads the PDF files that Chromium prints: how much text each page draws. Supports no other makers of PDF files. */
import { inflateSync } from 'node:zlib';

/** The pieces of text that each page draws, in the order of its pages. */
export function textPiecesByPage(pdf: Buffer): number[] {
  const source = pdf.toString('latin1');
  const pages = [...source.matchAll(/<<\/Type \/Page\n[\s\S]*?\/Contents (\d+) 0 R/g)];
  return pages.map(([, content = '']) => drawnText(source, content).match(/\bT[jJ]\b/g)?.length ?? 0);
}

function drawnText(source: string, object: string): string {
  const begin = source.indexOf(`\n${object} 0 obj`);
  const head = source.indexOf('stream\n', begin) + 'stream\n'.length;
  const bytes = Buffer.from(source.slice(head, source.indexOf('endstream', head)), 'latin1');
  return inflateSync(bytes).toString('latin1');
}
