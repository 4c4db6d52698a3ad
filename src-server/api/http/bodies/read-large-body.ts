/** Reads the bodies of the few operations that take files: CSV as text, JSON, zip archives as bytes. */
import { bodyReader, readAsBytes, readAsJson, readAsText } from './body-reader.ts';
import { jsonOfBody, textOfBody } from './body-text.ts';

const MEBIBYTE = 1_048_576;
const TEXT_BYTES = 16 * MEBIBYTE;
const ARCHIVE_BYTES = 256 * MEBIBYTE;

/** To stand before a handler that takes `text/csv`. */
export const readCsv = bodyReader('text/csv', TEXT_BYTES, readAsText);

/** To stand before a handler that takes a large body of JSON. */
export const readLargeJson = bodyReader('application/json', TEXT_BYTES, readAsJson);

/** To stand before a handler that takes a zip archive. */
export const readZip = bodyReader('application/zip', ARCHIVE_BYTES, readAsBytes);

/** To stand before a handler that takes an archive of requests (HAR). It is not kept with its request. */
export const readArchive = bodyReader(
  'application/json',
  TEXT_BYTES,
  (_request, bytes) => jsonOfBody(textOfBody(bytes)),
  'archive',
);
