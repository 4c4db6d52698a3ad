/** Identifiers: a prefix and 26 Crockford base-32 characters, drawn from the seeded id stream (decision D1). */
import { drawUint32, streamKey } from './streams.ts';

export type IdPrefix =
  | 'pf'
  | 'rb'
  | 'or'
  | 'fl'
  | 'mr'
  | 'ev'
  | 'wh'
  | 'rq'
  | 'ak'
  | 'dl'
  | 'lt'
  | 'me'
  | 'ft'
  | 'cf'
  | 'ca'
  | 'dv'
  | 'bk';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CHARACTERS = 26;
const CHARACTERS_PER_DRAW = 6;
const DRAWS = Math.ceil(CHARACTERS / CHARACTERS_PER_DRAW);

/**
 * Returns the function that formats identifier number `count` (from 0) of a kind. It is pure: the same count always
 * gives the same id.
 */
export function createIdFormatter(seed: number, prefix: IdPrefix): (count: number) => string {
  const key = streamKey(seed, 'id', prefix);
  return (count) => {
    let id = `${prefix}_`;
    for (let draw = 0; draw < DRAWS; draw += 1) {
      let bits = drawUint32(key, count * DRAWS + draw);
      const characters = Math.min(CHARACTERS_PER_DRAW, CHARACTERS - draw * CHARACTERS_PER_DRAW);
      for (let index = 0; index < characters; index += 1) {
        id += CROCKFORD[bits & 31];
        bits >>>= 5;
      }
    }
    return id;
  };
}
