/** Builds a fault for the control plane from the flags that are named like its parts. */
import type { ControlFlags } from './control.ts';
import { usageFailure } from './failure.ts';
import { wholeNumber } from './settings.ts';

export interface FaultFlags extends ControlFlags {
  readonly file?: string;
  readonly id?: string;
  readonly operation?: readonly string[];
  readonly method?: readonly string[];
  readonly path?: string;
  readonly effect?: string;
  readonly status?: string;
  readonly message?: string;
  readonly header?: readonly string[];
  readonly ms?: string;
  readonly when?: string;
  readonly resetAfterMs?: string;
  readonly retryAfter?: boolean;
  readonly bytes?: string;
  readonly cleanly?: boolean;
  readonly items?: string;
  readonly nth?: string;
  readonly times?: string;
  readonly probability?: string;
  readonly seed?: string;
}

const most = 2 ** 31;

interface EffectWords {
  /** Flags it cannot do without. */
  readonly needs: readonly (keyof FaultFlags)[];
  readonly may: readonly (keyof FaultFlags)[];
}

const effects: { readonly [type: string]: EffectWords } = {
  status: { needs: ['status'], may: ['message', 'header'] },
  latency: { needs: ['ms'], may: [] },
  drop: { needs: [], may: ['when'] },
  'rate-limit': { needs: ['resetAfterMs'], may: ['retryAfter'] },
  truncate: { needs: [], may: ['bytes', 'cleanly'] },
  'repeat-cursor': { needs: [], may: [] },
  'missing-items': { needs: ['items'], may: [] },
};
const effectFlags = new Set(Object.values(effects).flatMap(({ needs, may }) => [...needs, ...may]));

/** Throws a usage failure where a flag is missing, or says nothing about this effect. */
export function faultOf(flags: FaultFlags): { readonly [part: string]: unknown } {
  const { effect = '', id, operation, method, path, nth, times, probability, seed } = flags;
  const words = effects[effect];
  if (words === undefined) {
    const message = effect === '' ? '--effect is missing' : `--effect ${effect} is unknown`;
    throw usageFailure(message, `choose ${Object.keys(effects).join(', ')}; or give whole faults with --file`);
  }
  const missing = words.needs.find((name) => flags[name] === undefined);
  if (missing !== undefined) throw usageFailure(`--effect ${effect} needs ${flagOf(missing)}`, 'see docform platform faults --help');
  const stray = [...effectFlags].find((name) => flags[name] !== undefined && ![...words.needs, ...words.may].includes(name));
  if (stray !== undefined) throw usageFailure(`--effect ${effect} takes no ${flagOf(stray)}`, 'leave it out');
  const match = given({ operation, method: method?.map((name) => name.toUpperCase()), path });
  return {
    ...given({ id, match: Object.keys(match).length === 0 ? undefined : match }),
    effect: effectOf(effect, flags),
    ...given({
      nth: nth === undefined ? undefined : nth.split(',').map((each) => wholeNumber('--nth', each.trim(), 1, most)),
      times: times === undefined ? undefined : wholeNumber('--times', times, 1, most),
      probability: probability === undefined ? undefined : shareIn(probability),
      seed: seed === undefined ? undefined : wholeNumber('--seed', seed, 0, most),
    }),
  };
}

function effectOf(type: string, flags: FaultFlags): { readonly [part: string]: unknown } {
  const number = (name: 'status' | 'ms' | 'resetAfterMs' | 'bytes' | 'items'): number | undefined => {
    const text = flags[name];
    return text === undefined ? undefined : wholeNumber(flagOf(name), text, 0, most);
  };
  return {
    type,
    ...given({ status: number('status'), message: flags.message, headers: headersIn(flags.header) }),
    ...given({ ms: number('ms'), resetAfterMs: number('resetAfterMs'), retryAfter: flags.retryAfter }),
    ...given({ bytes: number('bytes'), items: number('items') }),
    ...(type === 'drop' ? { when: flags.when ?? 'before' } : {}),
    ...(type === 'truncate' ? { cleanly: flags.cleanly ?? false } : {}),
  };
}

function headersIn(headers: readonly string[] | undefined): { readonly [name: string]: string } | undefined {
  if (headers === undefined) return undefined;
  return Object.fromEntries(
    headers.map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw usageFailure(`--header ${text} is not NAME=VALUE`, 'write it like --header retry-after=1');
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}

function shareIn(text: string): number {
  const share = Number(text);
  if (text.trim() !== '' && share >= 0 && share <= 1) return share;
  throw usageFailure(`--probability ${text} is not a number from 0 to 1`);
}

function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The parts that are there. */
function given(parts: { readonly [name: string]: unknown }): { readonly [name: string]: unknown } {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}
