/** Adds a space, with a title within the limit of the contract. */

import { Space } from '../../contract/2025-06/spaces.ts';
import type { Records } from '../store/records.ts';
import type { Context } from './context.ts';
import { addObject } from './objects.ts';
import { contentKinds } from './order.ts';

const { maxLength: maxTitleLength = Number.POSITIVE_INFINITY } = Space.properties.title;

export const defaultEmoji = '1f4c4';

/** Shortens a title to the limit of the contract. */
export function spaceTitle(title: string, suffix = ''): string {
  return [...title].slice(0, maxTitleLength - suffix.length).join('') + suffix;
}

export function addSpace(
  context: Context,
  organization: string,
  parent: string,
  given: Pick<Records['space'], 'title'> & Partial<Records['space']>,
) {
  const data = {
    emoji: defaultEmoji,
    defaultLevel: 'inherit' as const,
    values: {},
    editMode: 'live' as const,
    revision: context.newId(),
    createdAt: context.now,
    updatedAt: context.now,
    ...given,
    title: spaceTitle(given.title),
  };
  return addObject(context, 'space', { parent, scope: organization, among: contentKinds }, data);
}
