import cliProgress from 'cli-progress';

// Node does not find all named exports.
const { Format, Presets, SingleBar } = cliProgress;

/** Interval between progress lines if the output is not a terminal. */
const lineIntervalMs = 10_000;

const mebibyte = 1024 * 1024;

/** Progress bar on standard error. It appears with the first update. */
export interface Progress {
  update(done: number, total: number): void;
  stop(): void;
}

/** The library prints an unknown time as "NULL" or "INF". */
export const formatTime: typeof Format.TimeFormat = (seconds, options, step) =>
  Number.isFinite(seconds) ? Format.TimeFormat(seconds, options, step) : '?';

const units = {
  bytes: { word: 'MiB', write: (value: number) => (value / mebibyte).toFixed(1) },
  records: { word: 'records', write: String },
};

export function showProgress(what: string, unit: keyof typeof units = 'bytes'): Progress {
  const { word, write } = units[unit];
  const bar = new SingleBar(
    {
      format: `${what} {bar} {percentage}% | {value} of {total} ${word} | {eta_formatted} left`,
      formatValue: (value, _, type) =>
        type === 'value' || type === 'total' ? write(value) : String(value),
      formatTime,
      stream: process.stderr,
      noTTYOutput: true,
      notTTYSchedule: lineIntervalMs,
    },
    Presets.shades_classic,
  );
  let isShown = false;
  return {
    update: (done, total) => {
      if (!isShown) bar.start(total, done);
      else bar.setTotal(total);
      isShown = true;
      bar.update(done);
    },
    stop: () => {
      if (isShown) bar.stop();
      isShown = false;
    },
  };
}
