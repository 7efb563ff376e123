/** The wait of an apply, in one line. */

interface WaitFacts {
  readonly reason: 'rate-limit' | 'trouble';
  readonly untilMs: number;
  readonly leftMs: number;
}

/** `Waiting for the rate limit until 10:12:31Z (43 s; --max-wait leaves 77 s after that)` */
export function waitText({ reason, untilMs, leftMs }: WaitFacts, nowMs: number): string {
  const until = new Date(Math.ceil(untilMs / 1000) * 1000)
    .toISOString()
    .slice('2026-01-01T'.length, '2026-01-01T10:12:31'.length);
  const seconds = (ms: number) => `${Math.max(0, Math.ceil(ms / 1000))} s`;
  const what = reason === 'rate-limit' ? 'Waiting for the rate limit' : 'The platform is unavailable. Waiting';
  return `${what} until ${until}Z (${seconds(untilMs - nowMs)}; --max-wait leaves ${seconds(leftMs)} after that)`;
}
