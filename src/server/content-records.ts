/** What the store keeps of discussions and of the content of spaces and change requests. */

import type { Shown } from './shown.ts';

/** A body as it was written: text, a document tree, or nothing. */
export interface BodyRecord {
  readonly markdown?: string;
  readonly document?: DocumentRecord;
}

export interface DocumentRecord {
  object: 'document';
  data?: Record<string, unknown>;
  nodes: unknown[];
}

/** One user's reaction. */
export interface ReactionRecord {
  readonly emoji: string;
  /** Id of a user. */
  readonly user: string;
  readonly reactedAt: string;
}

export interface CommentReplyRecord {
  /** Id of a user. */
  postedBy: string;
  postedAt: string;
  editedAt?: string;
  body: BodyRecord;
  reactions: readonly ReactionRecord[];
}

export interface CommentRecord extends CommentReplyRecord {
  status: 'open' | 'resolved';
  resolvedAt?: string;
  /** Id of a user. */
  resolvedBy?: string;
  /** Id of the page it is about. */
  page?: string;
  /** Id of the node it is about. */
  node?: string;
  /** The beginning of that node's text. */
  preview?: string;
  /** Id of the review it is part of. */
  review?: string;
  /** Id of the revision it was posted on. */
  revision: string;
}

export interface ChangeRequestRecord {
  /** Its number within the space. */
  number: number;
  subject: string;
  status: 'draft' | 'open' | 'merged' | 'archived';
  createdAt: string;
  updatedAt: string;
  /** Id of the revision that holds its content. */
  revision: string;
}

/** A page with the pages below it. */
export interface PageRecord extends Shown {
  readonly id: string;
  readonly title: string;
  readonly type: 'document' | 'group' | 'computed';
  readonly slug: string;
  readonly emoji?: string;
  readonly description?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly markdown?: string;
  readonly hidden?: boolean;
  /** Slug of the specification that a computed page is made from. */
  readonly spec?: string;
  readonly pages: readonly PageRecord[];
}

export interface FileRecord {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  /** In pixels; pictures alone have them. */
  readonly dimensions?: { readonly width: number; readonly height: number };
}

/** A piece of text that several pages show. */
export interface ReusableContentRecord {
  readonly id: string;
  readonly title: string;
  readonly markdown: string;
}

/** Content at one moment; never changed, a change makes another. */
export interface RevisionRecord {
  /** Where the content came from, if from a repository. */
  readonly source?: { readonly url: string; readonly ref: string };
  readonly parents: readonly string[];
  readonly type: 'edits' | 'merge' | 'rollback' | 'update' | 'computed';
  readonly message: string;
  readonly createdAt: string;
  readonly pages: readonly PageRecord[];
  readonly files: readonly FileRecord[];
  readonly reusableContents?: readonly ReusableContentRecord[];
}
