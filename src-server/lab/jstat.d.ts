/** Types of the parts of jStat that Ballast uses; jStat has no types of its own. */
declare module 'jstat' {
  const library: {
    readonly jStat: {
      readonly studentt: {
        /** The quantile of Student's t distribution at `probability`. */
        inv(probability: number, degreesOfFreedom: number): number;
      };
    };
  };
  export = library;
}
