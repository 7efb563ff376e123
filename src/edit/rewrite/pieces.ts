/** What a collection shall consist of: members that stand in it, members from elsewhere, and new ones. */
import type { Layout } from '../compose/layout.ts';
import type { Place } from './member-text.ts';
import type { Rope, Splice } from './rope.ts';
import type { CollectionTree } from './tree.ts';

export type Piece =
  /** A member that stands somewhere already, with what is edited in it; `from` is the collection itself for those that stay. */
  | {
      readonly is: 'old';
      readonly from: CollectionTree;
      readonly index: number;
      readonly splices: readonly Splice[];
      /** How it would be written anew, for places where it cannot stand as it is. */
      readonly anew?: () => Layout;
    }
  | { readonly is: 'new'; readonly key: string | null; readonly layout: Layout }
  /** A new member that holds old ones. `isBlock`: some of them are written in lines, so that it cannot stand between brackets. */
  | { readonly is: 'built'; readonly isBlock: boolean; readonly build: (place: Place) => Rope };

/** All members as they are, but for what is edited in them. */
export function isSame(tree: CollectionTree, pieces: readonly Piece[]): boolean {
  return (
    pieces.length === tree.members.length && pieces.every((piece, at) => piece.is === 'old' && piece.from === tree && piece.index === at)
  );
}

/** Whether it is written in lines, so that it cannot stand between brackets. */
export function needsLines(piece: Piece): boolean {
  if (piece.is === 'built') return piece.isBlock;
  return piece.is === 'old' && !piece.from.isFlow;
}

/** What is edited within members that stay where they are. */
export function splicesIn(pieces: readonly Piece[]): readonly Splice[] {
  return pieces.flatMap((piece) => (piece.is === 'old' ? piece.splices : []));
}
