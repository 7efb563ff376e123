/** The exit codes of docform; `docform help exit-codes` describes them. */

export const exitCode = {
  done: 0,
  failed: 1,
  changes: 2,
  usage: 3,
  denied: 4,
  partly: 5,
  blocked: 6,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
