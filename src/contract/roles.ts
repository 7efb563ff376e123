/** The roles of people: in an organization, and as levels in what it holds. */

/** From the most to the least; each may do all that those after it may. */
export const roles = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const;

export type Role = (typeof roles)[number];
