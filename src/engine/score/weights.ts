/**
 * Weights of each kind of evidence. Found by coordinate ascent on 650 questions (commit messages and doc comments)
 * from fifteen public repositories in seven languages. Checked on five repositories that were held out.
 */
export const WEIGHTS = {
  // BM25 of the block, the chunk, and the nearest words, as shares of a line's score.
  block: 1.35,
  chunk: 0.45,
  near: 1.45,
  // Words on the line itself.
  line: 0.1,
  // A matching name defined in the block, on the line, or on the enclosing line.
  name: 0.81,
  nameOwn: 0.2,
  parent: 0.11,
  // Factors for imports, for comments, and for words in comments.
  include: 0.9,
  comment: 0.7,
  // BM25: how much length counts, and how soon repetition stops counting.
  blockLength: 0.95,
  pieceLength: 0.72,
  saturation: 1.9,
  // Share of a word's nearness left one line further, and past a block's edge.
  fade: 0.968,
  wall: 0.95,
  // Priors of terms: words of change logs, parts of a name, whole names, two adjacent words.
  weak: 0.47,
  camel: 0.75,
  spelled: 1.1,
  pair: 0.3,
  // Strength of a word that begins like the term, that the term begins with, or that stands for it.
  longer: 0.65,
  shorter: 0.57,
  abbreviation: 0.65,
  // Share of a name's score that does not need a full match.
  nameWhole: 0.23,
  // Definitions that the best lines use.
  callee: 0.25,
  commentHit: 0.5,
  // The first words of a question say more.
  early: 0.4,
};
