/** Which policies nobody beats in both (decision P2): the frontier of mean drift against costs. */

export interface FrontierPoint {
  readonly drift: number;
  readonly cost: number;
}

/** For each point whether no other has at most its drift and at most its cost, and less of one of them. */
export function onFrontier(points: readonly FrontierPoint[]): boolean[] {
  return points.map(({ drift, cost }) =>
    points.every((other) => other.drift > drift || other.cost > cost || (other.drift === drift && other.cost === cost)),
  );
}
