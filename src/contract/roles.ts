/** Roles of members in an organization, and permission levels for content. */

/** From most to fewest permissions. */
export const roles = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const;

export type Role = (typeof roles)[number];
