// Stops the clock of every process that a recording starts. Timestamps and durations are then the same in each
// recording, and so are the sizes of the texts that hold them. Timers run on.
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
