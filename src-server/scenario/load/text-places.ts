/** Converts offsets of a text to lines and columns and back; both count from 1. */

interface TextPlace {
  readonly line: number;
  readonly column: number;
}

interface TextPlaces {
  placeOf(offset: number): TextPlace;
  offsetOf(place: TextPlace): number;
}

export function createTextPlaces(text: string): TextPlaces {
  const starts = [0];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return {
    placeOf(offset) {
      let [low, high] = [0, starts.length - 1];
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
    },
    offsetOf: ({ line, column }) => (starts[line - 1] ?? text.length) + column - 1,
  };
}
