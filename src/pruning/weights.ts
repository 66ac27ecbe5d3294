/**
 * How much each kind of evidence counts. Found by coordinate ascent on 650 questions (commit messages and doc comments)
 * from fifteen public repositories in seven languages, and checked on five repositories that it never saw.
 */
export const WEIGHTS = {
  // BM25 of the block, the piece, and the nearest words: shares of a line's score.
  block: 1.35,
  piece: 0.45,
  near: 1.45,
  // What stands on the line itself.
  line: 0.1,
  // A matching name defined in the block, on the line, on the line that encloses it.
  name: 0.81,
  nameOwn: 0.2,
  parent: 0.11,
  // Factors on imports and on comments, and on words found in comments.
  include: 0.9,
  comment: 0.7,
  // BM25: how much length counts, and how soon repetition stops counting.
  blockLength: 0.95,
  pieceLength: 0.72,
  saturation: 1.9,
  // What is left of a word's nearness one line on, and past a block's edge.
  fade: 0.968,
  wall: 0.95,
  // Priors of terms: words of change logs, parts of a name, whole names, two words side by side.
  weak: 0.47,
  camel: 0.75,
  spelled: 1.1,
  pair: 0.3,
  // Strength of a word that merely begins like the term, or that the term begins with, or that stands for it.
  longer: 0.65,
  shorter: 0.57,
  abbreviation: 0.65,
  // How much of a name's score it has without being matched in full.
  nameWhole: 0.23,
  // Definitions that the best lines use.
  callee: 0.25,
  commentHit: 0.5,
  // The first words of a question say more.
  early: 0.4,
};
