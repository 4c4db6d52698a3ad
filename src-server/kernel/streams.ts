/**
 * Named random streams: draw `index` of stream (seed, purpose, entity) is a pure function of those four values. So a
 * new consumer never shifts another's draws, and no draw depends on how often a value is read. Integer arithmetic only:
 * the same bits on every JavaScript engine.
 */

/** A 64-bit key in two 32-bit halves; derived once per name, then drawn from by index. */
export interface StreamKey {
  readonly high: number;
  readonly low: number;
}

/** Returns the key of stream `(seed, purpose, entityId)`. Seeds are non-negative safe integers. */
export function streamKey(seed: number, purpose: string, entityId = ''): StreamKey {
  const name = `${purpose}\u0000${entityId}`;
  let high = mix32((seed >>> 0) ^ 0x9e3779b9);
  let low = mix32(Math.floor(seed / 4_294_967_296) ^ 0x85ebca6b ^ high);
  for (let index = 0; index < name.length; index += 1) {
    const code = name.charCodeAt(index);
    high = mix32(Math.imul(high ^ code, 0x01000193) + low);
    low = mix32(Math.imul(low ^ code, 0x27d4eb2d) ^ high);
  }
  return { high, low };
}

/** Returns draw `index` (any non-negative safe integer) as an unsigned 32-bit integer. */
export function drawUint32(key: StreamKey, index: number): number {
  const lowIndex = index >>> 0;
  const highIndex = (index / 4_294_967_296) >>> 0;
  const first = mix32(key.high ^ Math.imul(lowIndex, 0x9e3779b1));
  return mix32(first ^ key.low ^ Math.imul(highIndex + 1, 0x85ebca77)) >>> 0;
}

/** Returns draw `index` as a number in [0, 1) with 32 bits. */
export function drawUniform(key: StreamKey, index: number): number {
  return drawUint32(key, index) / 4_294_967_296;
}

/**
 * Mixes the bits of a number (a finaliser like `lowbias32`): a bijection on 32 bits in which every output bit depends
 * on every input bit.
 */
export function mix32(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return x ^ (x >>> 15);
}
