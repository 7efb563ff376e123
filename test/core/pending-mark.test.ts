/** Marks of pending declarations: with and without an invitation, written by this version or another one. */
import { expect, test } from 'vitest';
import { formatPendingMark, laterInvitation, parsePendingMark } from '../../src/core/pending-marks.ts';

const declared = '12ab34cd56ef7';
const at = '2026-11-24T09:00:00.000Z';
const invited = { declared, invitation: { at, fields: { role: 'read', sso: true } } };

test.each([
  [{ declared }, declared],
  [invited, `${declared} invited ${at} {"role":"read","sso":true}`],
  [{ declared, invitation: { at, fields: {}, isUnknown: true as const } }, `${declared} unanswered ${at} {}`],
])('the mark of %o is read as it was written', (mark, text) => {
  expect(formatPendingMark(mark)).toBe(text);
  expect(parsePendingMark(text)).toEqual(mark);
});

test('a mark that is damaged or extended by another version still counts as an invitation', () => {
  for (const text of [`${declared} invited`, `${declared} invited ${at} {`, `${declared} revoked ${at} {}`])
    expect(parsePendingMark(text).invitation, text).toBeDefined();
});

test('of two marks, the later invitation counts, and marks without an invitation count for nothing', () => {
  const later = formatPendingMark({ declared, invitation: { at: '2026-11-25T09:00:00.000Z', fields: {} } });
  expect(laterInvitation(formatPendingMark(invited), later)).toBe(later);
  expect(laterInvitation(later, declared)).toBe(later);
  expect(laterInvitation(declared, 'fedcba9876543')).toBeUndefined();
});
