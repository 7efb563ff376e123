/** One state of the organization, as an expectation sees it: its objects, their names, and the URLs of its sites. */
import type { Way } from '../../access/audience/audience.ts';
import type { State } from '../../access/audience/state.ts';
import type { Address } from '../../core/address.ts';
import { withoutUndefined } from '../../core/defined.ts';
import type { Expectation } from '../../core/expectation.ts';
import type { ExpectationFinding, ExpectationStatus } from '../../core/expectation-finding.ts';
import { type LiveObject, placeOfSpan } from '../../core/state.ts';
import type { Scene } from '../impact/simulation/scene.ts';
import { rootNow, rootThen } from '../impact/simulation/site-paths.ts';

export interface View extends Pick<Scene, 'addressOf' | 'subjectOf'> {
  readonly scene: Scene;
  readonly state: State;
  /** The URL of a site. undefined: unknown. */
  readonly rootOf: (site: LiveObject) => string | undefined;
}

export function viewOf(scene: Scene, side: 'before' | 'after'): View {
  const { addressOf, subjectOf, before } = scene;
  const rootOf = (site: LiveObject) => {
    const former = before.find('site', site.id);
    return former === undefined ? undefined : (side === 'before' ? rootNow(former) : rootThen(former, site)).published;
  };
  return { scene, state: scene[side], addressOf, subjectOf, rootOf };
}

/** The answer of one state to an expectation: one way that contradicts it, or data that was not read. */
export interface Answer {
  readonly status: ExpectationStatus;
  readonly object: LiveObject | Address;
  readonly what: string;
  readonly fix: string;
  /** The way of readers that contradicts it. */
  readonly way?: Way;
}

export function findingOf(
  { addressOf }: View,
  expectation: Expectation,
  { object, status, what, fix }: Answer,
): ExpectationFinding {
  const isAddress = typeof object === 'string';
  const address = isAddress ? object : addressOf(object);
  const id = isAddress || object.id.includes('/') ? undefined : object.id;
  return {
    expectation: nameOf(expectation),
    address,
    status,
    what,
    fix,
    ...withoutUndefined({ id, source: placeOfSpan(expectation.span) }),
  };
}

/** As written in the configuration. */
function nameOf(expectation: Expectation): string {
  switch (expectation.of) {
    case 'public':
      return 'public';
    case 'readers':
      return `readers: ${expectation.space}`;
    case 'atLeast':
      return `admins: atLeast ${expectation.number}`;
    case 'among':
      return 'admins: among';
    case 'urls':
      return `urls: ${expectation.url}`;
    case 'rule':
      return `rule ${expectation.name}`;
  }
}

/** The answer if docform could not read what decides. */
export function unreadAnswer(object: Answer['object'], what: string, fix: string): Answer {
  return { status: 'unknown', object, what: `${what}: (unknown: not read by docform)`, fix };
}
