/** The tokenizer, with its one table packed: built to a file of its own, which everything on Node shares. */
export { countTokens, setMergeCacheSize } from 'gpt-tokenizer/encoding/o200k_base';
