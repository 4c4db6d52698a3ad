/** The client cannot continue, and reports that: it exits with 75. */
export class GaveUp extends Error {}

/** The service refused a request for good. */
export class Refused extends GaveUp {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}
