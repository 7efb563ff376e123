/** The parts of a world, by the names that the translation of a configuration uses. */
import type { World } from '../server/index.ts';

export type Organization = World['organizations'][number];
export type Role = Organization['linkInvites'][number]['role'];
export type Level = Organization['collections'][number]['defaultLevel'];
export type Member = Organization['members'][number];
export type Space = Organization['spaces'][number];
export type Site = Organization['sites'][number];
export type ShareLink = Site['shareLinks'][number];

type Item = Site['structure'][number];
export type SiteSpace = Extract<Item, { readonly space: string }>;
export type Group = Extract<Item, { readonly group: string }>;
export type Section = Extract<Item, { readonly section: string }>;
