// Stops the clock of every process of a recording. So timestamps and durations are the same in each recording, and so
// are the sizes of texts that contain them. Timers still run.
const NOW = Date.UTC(2026, 10, 1, 12, 0, 0);

const RealDate = Date;
class StillDate extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(NOW);
    else super(...given);
  }
  static now() {
    return NOW;
  }
}
globalThis.Date = StillDate;
performance.now = () => 1000;
