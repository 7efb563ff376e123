/** Ids that cannot be in a path make an item unreadable, and do not end the command as a bug. */
import { expect, test } from 'vitest';
import { addEmbeddedIds, decodeMembers, embeddedId } from '../../src/kinds/reading.ts';

test.each(['', '.', '..', '\ud800', 'a\udc00b', 7, null])('an item with the id %j is not readable', (id) => {
  expect(decodeMembers({ id, title: 'Docs' }, { needs: ['title'] })).toBeUndefined();
  expect(embeddedId(id)).toBeUndefined();
  expect(embeddedId({ id })).toBeUndefined();
  expect(addEmbeddedIds({ id: 'x', fields: {} }, 'space', [{ id }, { id: 'y' }])).toMatchObject({
    embeds: { space: ['y'] },
  });
});

test.each(['a', 'a.b', '...', 'a/b', '🏠'])('an item with the id %j is readable', (id) => {
  expect(decodeMembers({ id, title: 'Docs' }, { needs: ['title'] })?.id).toBe(id);
});
