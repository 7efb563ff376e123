/** Words for the scope of a plan, and for resources outside of it. */
import { count, wordForm } from '../../core/count.ts';
import { withoutMissing } from '../../core/defined.ts';
import type { PartOnly, Scope } from '../../plan/result/scope.ts';
import { oneLine } from './sanitize.ts';
import { someNames } from './some-names.ts';

/** The warning that the plan is partial, and what the plan does not cover. */
export function partTexts({ read, notRead, leftOut, ...scope }: PartOnly): readonly [string, string] {
  const { changes, blocked } = leftOut;
  const others =
    notRead.length === 0
      ? 'All lists were read.'
      : `${count(notRead.length, 'other list was', 'other lists were')} not read: ${someNames(notRead, 3)}. The plan shows no changes and no drift in them.`;
  return [
    `This plan is partial: it covers ${scopeText(scope)}.`,
    withoutMissing(
      changes > 0 && `${count(changes, 'change')} outside the scope ${wordForm(changes, 'is', 'are')} left out.`,
      blocked.length > 0 && `Blocked outside the scope: ${someNames(blocked, 3)}.`,
      `docform read ${count(read, 'list')} for this plan. ${others}`,
    ).join(' '),
  ];
}

/** `only sites/docs, except sites/docs/sections/old` */
export function scopeText({ only, except, since, commit = '' }: Scope): string {
  const covered = withoutMissing(
    since !== undefined && `the resources whose configuration changed since ${oneLine(since)} (${commit.slice(0, 12)})`,
    only.length > 0 && someNames(only, 5),
  ).join(' within ');
  return withoutMissing(
    covered === '' ? 'everything' : `only ${covered}`,
    except.length > 0 && `except ${someNames(except, 5)}`,
  ).join(', ');
}
